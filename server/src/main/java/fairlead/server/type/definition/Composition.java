package fairlead.server.type.definition;

import fairlead.schema.TypeName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import tools.jackson.databind.node.ObjectNode;

/// That the handler of a type is a template of other types.
///
/// @param uses the types that the template uses: they stay registered as long as this one is
public record Composition(SequencedSet<TypeName> uses) {

    private static final String TEMPLATE = "template";

    static Optional<Composition> read(RegistrationReader reader) {
        Optional<ObjectNode> declared = reader.object(TEMPLATE);
        if (declared.isEmpty()) {
            return Optional.empty();
        }
        boolean another =
                List.of("handler", "simulation", "smithy", "endpoint").stream().anyMatch(reader.document()::has);
        if (another) {
            reader.wrong(
                    "registration.template",
                    "expected either a template or a handler, a simulation, a model or an endpoint, found two",
                    TEMPLATE);
        }
        RegistrationReader members = reader.within(TEMPLATE, declared.get());
        members.refuseUnknownKeys(List.of("uses"));
        return Optional.of(new Composition(new LinkedHashSet<>(members.eachText("uses", TypeName::parse))));
    }
}
