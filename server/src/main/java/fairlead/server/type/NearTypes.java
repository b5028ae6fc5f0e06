package fairlead.server.type;

import fairlead.schema.text.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The names of types that are close to one that is not there.
public final class NearTypes {

    private final Collection<RegisteredType> visible;

    /// @param visible the types that the caller may see: no other one is ever named
    public NearTypes(Collection<RegisteredType> visible) {
        this.visible = List.copyOf(visible);
    }

    /// What to add to a message about an unknown type: a question, or nothing if no name is close.
    public String hint(String name) {
        return sentence(
                name, visible.stream().map(type -> type.name().toString()).toList());
    }

    /// The same of the types of an ARM namespace, without it.
    public String hintWithin(String namespace, String words) {
        return sentence(
                words,
                visible.stream()
                        .map(type -> type.current().armType())
                        .filter(type -> type.namespace().equalsIgnoreCase(namespace))
                        .map(type -> type.toString().substring(namespace.length() + 1))
                        .toList());
    }

    /// The same of ARM namespaces.
    public String hintOfNamespace(String namespace) {
        return sentence(
                namespace,
                visible.stream()
                        .map(type -> type.current().armType().namespace())
                        .toList());
    }

    private static String sentence(String name, Collection<String> known) {
        Optional<String> near = Spelling.nearest(name, known);
        return near.map(found -> " Did you mean '" + found + "'?").orElse("");
    }
}
