package fairlead.contract.check;

import fairlead.contract.Agreement;
import fairlead.contract.Models;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Defaults;
import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the schema says that a property is which was not asked for, and what answers have there.
public final class DeclaredDefaults {

    private final ResourceSchema schema;
    private final Agreement agreement;

    public DeclaredDefaults(ResourceSchema schema, Agreement agreement) {
        this.schema = schema;
        this.agreement = agreement;
    }

    /// The pointers of properties, and of members of what was asked for, whose defaults an answer has to have.
    public List<String> owed(ObjectNode asked) {
        Stream<String> properties = schema.document().path("properties").propertyNames().stream()
                .filter(name -> asked.path(name).isMissingNode())
                .map(name -> "/" + PointerSteps.escape(name))
                .filter(this::isDeclared);
        return Stream.concat(properties, members(asked)).toList();
    }

    private Stream<String> members(ObjectNode asked) {
        ObjectNode filled = filled(asked);
        List<String> unsound = unsound(filled);
        return Models.leaves(filled).stream()
                .filter(pointer -> asked.at(pointer).isMissingNode())
                .filter(pointer -> pointer.lastIndexOf('/') > 0)
                .filter(pointer ->
                        asked.at(pointer.substring(0, pointer.lastIndexOf('/'))).isObject())
                .filter(pointer -> isPlain(pointer, unsound));
    }

    private List<String> unsound(ObjectNode filled) {
        return schema.validateModel(filled).stream()
                .map(finding -> finding.pointer())
                .toList();
    }

    /// Whether all agree on the default there, and it may stand there.
    private boolean isPlain(String pointer, List<String> unsound) {
        return declared(pointer).distinct().limit(2).count() == 1
                && unsound.stream().noneMatch(other -> Models.touch(other, pointer))
                && !isIn(schema.readOnly(), pointer)
                && !isIn(schema.writeOnly(), pointer);
    }

    private boolean isDeclared(String pointer) {
        ObjectNode model = schema.document().objectNode();
        return !isIn(schema.writeOnly(), pointer)
                && declared(pointer).anyMatch(value -> {
                    model.set(PointerSteps.split(pointer).getFirst(), value);
                    return schema.validateModel(model).isEmpty();
                });
    }

    /// The pointers of what an answer has otherwise, at any depth.
    ///
    /// @param before what was asked for earlier: what is still as it was then is no default
    public List<String> otherwise(ObjectNode asked, ObjectNode before, ObjectNode told) {
        ObjectNode filled = filled(asked);
        List<String> unsound = unsound(filled);
        return agreement.unmet(filled, told).stream()
                .filter(pointer -> asked.at(pointer).isMissingNode())
                .filter(pointer -> !told.at(pointer).isMissingNode())
                .filter(pointer -> !told.at(pointer).equals(before.at(pointer)))
                .filter(pointer -> isPlain(pointer, unsound))
                .toList();
    }

    /// What was asked for, with the schema's defaults.
    public ObjectNode filled(ObjectNode asked) {
        return Defaults.fill(schema.root(), asked);
    }

    /// What the schemas that speak about a place name as its default.
    private Stream<JsonNode> declared(String pointer) {
        Optional<Place> place = Optional.of(schema.root());
        for (String step : PointerSteps.split(pointer)) {
            place = place.flatMap(p -> p.property(step));
        }
        return place.stream()
                .flatMap(p -> p.sources().stream())
                .map(source -> source.path("default"))
                .filter(value -> !value.isMissingNode());
    }

    private static boolean isIn(List<PropertyPath> paths, String pointer) {
        List<String> steps = PointerSteps.split(pointer);
        return paths.stream().anyMatch(path -> path.touches(steps));
    }
}
