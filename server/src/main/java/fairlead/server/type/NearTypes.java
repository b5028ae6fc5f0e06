package fairlead.server.type;

import fairlead.schema.text.Spelling;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/// The names of types that are close to one that is not there.
public final class NearTypes {

    private final Types types;

    public NearTypes(Types types) {
        this.types = types;
    }

    /// What to add to a message about an unknown type: a question, or nothing if no name is close.
    public String hint(String name) {
        return hint(name, _ -> true);
    }

    /// The same among the types that an account may see.
    public String hint(String name, String account) {
        return hint(name, type -> types.isOffered(type.name(), account));
    }

    private String hint(String name, Predicate<RegisteredType> visible) {
        return sentence(
                name,
                types.all().stream()
                        .filter(visible)
                        .map(type -> type.name().toString())
                        .toList());
    }

    /// The same of the types of an ARM namespace, without it.
    public String hintWithin(String namespace, String words) {
        return sentence(
                words,
                types.all().stream()
                        .map(type -> type.current().armType())
                        .filter(type -> type.namespace().equalsIgnoreCase(namespace))
                        .map(type -> type.toString().substring(namespace.length() + 1))
                        .toList());
    }

    /// The same of ARM namespaces.
    public String hintOfNamespace(String namespace) {
        return sentence(
                namespace,
                types.all().stream()
                        .map(type -> type.current().armType().namespace())
                        .toList());
    }

    private static String sentence(String name, Collection<String> known) {
        Optional<String> near = Spelling.nearest(name, known);
        return near.map(found -> " Did you mean '" + found + "'?").orElse("");
    }
}
