package fairlead.fuzz;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What holds for the paths of a schema, whatever a model is like.
final class PathLaws {

    private PathLaws() {}

    static void require(ResourceSchema schema, ObjectNode model) {
        Stream.of(
                        schema.primaryIdentifier(),
                        schema.readOnly(),
                        schema.writeOnly(),
                        schema.createOnly(),
                        schema.conditionalCreateOnly(),
                        schema.deprecated())
                .flatMap(List::stream)
                .forEach(path -> require(path, model));
    }

    private static void require(PropertyPath path, ObjectNode model) {
        Law.same(PropertyPath.parse(path.toString()), path, "a path that is written and read");
        List<PropertyPath.Located> found = path.find(model);
        for (PropertyPath.Located located : found) {
            Law.same(model.at(located.pointer()), located.value(), "what is found is where it is said to be");
            List<String> place = PointerSteps.split(located.pointer());
            Law.holds(path.covers(place) && path.touches(place), "a path covers what it leads to");
        }
        ObjectNode rest = model.deepCopy();
        path.remove(rest);
        Law.same(path.find(rest), List.of(), "nothing is where everything was removed");
        if (!path.hasWildcard()) {
            Optional<JsonNode> value =
                    found.stream().map(PropertyPath.Located::value).findFirst();
            Law.same(path.value(model), value, "a path without * leads to one value");
            path.set(rest, rest.stringNode("set"));
            Law.same(path.value(rest), Optional.of(rest.stringNode("set")), "what is set is there");
        }
    }
}
