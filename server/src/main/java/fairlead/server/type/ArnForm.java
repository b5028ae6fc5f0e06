package fairlead.server.type;

import fairlead.schema.PropertyPath;
import fairlead.schema.TypeName;
import fairlead.schema.arn.Arn;
import fairlead.schema.arn.ArnTemplate;
import fairlead.schema.arn.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What the ARNs of a type's resources look like: as its registration says; else as its handler tells them, in a
/// read-only property; else as they do for every type.
public sealed interface ArnForm {

    /// What an ARN means, if there is such a resource.
    ///
    /// @param place with empty parts where the form has none
    /// @param identifier the primary identifier
    record Meant(Place place, String identifier) {}

    /// The form of a version's resources. Compiles no schema.
    static ArnForm of(TypeVersion type) {
        Optional<ArnTemplate> declared = type.registration().arn();
        if (declared.isPresent()) {
            return new Declared(declared.get(), type);
        }
        Optional<PropertyPath> told = type.outline().arn();
        return told.isPresent() ? new Told(told.get()) : House.of(type.name());
    }

    /// The ARN of the resource there of that primary identifier; empty where only its properties tell it.
    Optional<String> of(Place place, String identifier);

    /// What an ARN means; empty if it is not of this form, or only a resource's properties tell it.
    Optional<Meant> read(String arn);

    /// As the registration says.
    ///
    /// @param template whose labels are the properties of the primary identifier
    record Declared(ArnTemplate template, TypeVersion type) implements ArnForm {

        /// Whether the labels of the template are the properties of the primary identifier.
        static boolean fits(ArnTemplate template, List<PropertyPath> identifier) {
            List<String> names =
                    identifier.stream().map(PropertyPath::name).sorted().toList();
            return names.equals(template.labels().stream().sorted().toList());
        }

        @Override
        public Optional<String> of(Place place, String identifier) {
            ObjectNode model = type.schema().parseIdentifier(identifier);
            Map<String, String> values = new HashMap<>();
            for (PropertyPath path : type.outline().primaryIdentifier()) {
                values.put(
                        path.name(), path.value(model).map(JsonNode::asString).orElse(""));
            }
            return Optional.of(template.expand(place, values));
        }

        @Override
        public Optional<Meant> read(String arn) {
            return template.read(arn).flatMap(read -> {
                ObjectNode model = JsonNodeFactory.instance.objectNode();
                for (PropertyPath path : type.outline().primaryIdentifier()) {
                    String value = read.identifiers().getOrDefault(path.name(), "");
                    path.set(model, StringNode.valueOf(value));
                }
                return type.schema().identifier(model).map(identifier -> new Meant(read.place(), identifier));
            });
        }
    }

    /// As the handler tells it.
    record Told(PropertyPath path) implements ArnForm {

        /// The ARN among the properties, if it is there by now.
        public Optional<String> in(ObjectNode properties) {
            return path.value(properties).map(value -> value.asString("")).filter(arn -> !arn.isEmpty());
        }

        @Override
        public Optional<String> of(Place place, String identifier) {
            return Optional.empty();
        }

        @Override
        public Optional<Meant> read(String arn) {
            return Optional.empty();
        }
    }

    /// As for every type that says nothing else: `arn:aws:initech-tps:westeurope:111122223333:report/q3` of an
    /// `Initech::TPS::Report`. The identifier is what stands behind the first slash, whatever is in it.
    ///
    /// @param kind the type's own name, with a slash
    record House(String service, String kind) implements ArnForm {

        static House of(TypeName name) {
            String service = name.organization() + "-" + name.service();
            return new House(service.toLowerCase(Locale.ROOT), name.resource().toLowerCase(Locale.ROOT) + "/");
        }

        @Override
        public Optional<String> of(Place place, String identifier) {
            return Optional.of(
                    new Arn(place.partition(), service, place.region(), place.account(), kind + identifier).toString());
        }

        @Override
        public Optional<Meant> read(String arn) {
            return Arn.parse(arn)
                    .filter(parts -> parts.service().equals(service)
                            && parts.resource().startsWith(kind)
                            && parts.resource().length() > kind.length())
                    .map(parts -> new Meant(
                            new Place(parts.partition(), parts.region(), parts.account()),
                            parts.resource().substring(kind.length())));
        }
    }
}
