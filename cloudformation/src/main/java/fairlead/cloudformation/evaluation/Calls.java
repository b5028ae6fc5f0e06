package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.function.Base64;
import fairlead.cloudformation.function.Cidr;
import fairlead.cloudformation.function.Join;
import fairlead.cloudformation.function.Length;
import fairlead.cloudformation.function.Select;
import fairlead.cloudformation.function.Split;
import fairlead.cloudformation.function.ToJsonString;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Functions of values.
final class Calls {

    private final Evaluator evaluator;

    Calls(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    Expression join(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        String delimiter = items.getFirst().text().orElseThrow();
        return evaluator.apply(FunctionName.JOIN, place, new Join(delimiter), List.of(item(items, 1, place)));
    }

    Expression select(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        return evaluator.apply(
                FunctionName.SELECT, place, new Select(), List.of(item(items, 0, place), item(items, 1, place)));
    }

    Expression split(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        String delimiter = items.getFirst().text().orElseThrow();
        return evaluator.apply(FunctionName.SPLIT, place, new Split(delimiter), List.of(item(items, 1, place)));
    }

    Expression base64(Tree argument, Place place) {
        return evaluator.apply(FunctionName.BASE64, place, new Base64(), List.of(evaluator.of(argument, place)));
    }

    Expression length(Tree argument, Place place) {
        return evaluator.apply(FunctionName.LENGTH, place, new Length(), List.of(evaluator.of(argument, place)));
    }

    Expression json(Tree argument, Place place) {
        return evaluator.apply(
                FunctionName.TO_JSON_STRING, place, new ToJsonString(), List.of(evaluator.of(argument, place)));
    }

    Expression cidr(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        List<Expression> arguments = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            arguments.add(item(items, i, place));
        }
        return evaluator.apply(FunctionName.CIDR, place, new Cidr(items.size()), arguments);
    }

    Expression zones(Tree argument, Place place) {
        if (evaluator.block() == Block.EXPORTS) {
            throw evaluator.broken(Block.EXPORTS.noResource("Fn::GetAZs"), place);
        }
        Value region =
                evaluator.text(argument, place, "Template error: the region of Fn::GetAZs can't depend on a resource");
        String name = region.value().asString();
        if (name.isEmpty()) {
            name = Optional.ofNullable(evaluator.scope().names().get("AWS::Region"))
                    .flatMap(known -> known)
                    .flatMap(Knowledge::of)
                    .map(value -> value.value().asString())
                    .orElse("");
        }
        List<String> zones = evaluator.scope().zones(name);
        if (zones.isEmpty()) {
            throw evaluator.broken(
                    "Template validation error: Template error: Fn::GetAZs: there is no region '" + name + "' here",
                    place);
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        zones.stream().sorted().forEach(list::add);
        return new Value(evaluator.scope().budget().spend(list), region.secret(), region.inputs());
    }

    /// `Fn::FindInMap`. The value by default is evaluated only where it is wanted.
    Expression lookup(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        List<String> keys = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        Set<String> inputs = new HashSet<>();
        boolean secret = false;
        for (int i = 0; i < 3; i++) {
            Value key = evaluator.text(items.get(i), place.item(i, items.get(i)), Shapes.FIND_IN_MAP);
            keys.add(key.value().asString());
            shown.add(Evaluator.shown(key));
            inputs.addAll(key.inputs());
            secret |= key.secret();
        }
        Optional<Tree> mapping =
                Optional.ofNullable(evaluator.scope().mappings().get(keys.getFirst()));
        Optional<Tree> found = mapping.flatMap(map -> map.member(keys.get(1))).flatMap(map -> map.member(keys.get(2)));
        if (found.isPresent()) {
            return new Value(evaluator.scope().budget().spend(found.get().json()), secret, inputs);
        }
        if (items.size() == 4) {
            Tree otherwise = items.get(3).member("DefaultValue").orElseThrow();
            Place below = place.item(3, items.get(3)).member("DefaultValue", otherwise);
            return Knowledge.with(evaluator.of(otherwise, below), inputs);
        }
        throw evaluator.broken(
                mapping.isEmpty()
                        ? "Template error: Mapping named '" + shown.getFirst()
                                + "' is not present in the 'Mappings' section of template."
                        : "Template error: Unable to get mapping for " + String.join("::", shown),
                place);
    }

    private Expression item(List<Tree> items, int index, Place place) {
        return evaluator.of(items.get(index), place.item(index, items.get(index)));
    }
}
