package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Loop;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Makes a template in which nothing is left to evaluate of one whose names are those of the template
/// around it.
final class OuterTemplate {

    private final Trees trees;

    /// @param trees makes values that stand for themselves in a template
    OuterTemplate(Trees trees) {
        this.trees = trees;
    }

    Expression of(JsonNode template, String pointer, Frame frame) {
        Map<String, Expression> made = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> section : template.properties()) {
            String below = below(pointer, section.getKey());
            switch (section.getKey().toLowerCase(Locale.ROOT)) {
                case "resources" -> made.put("resources", resources(section.getValue(), below, frame));
                case "outputs" -> made.put("outputs", outputs(section.getValue(), below, frame));
                // Their names are those of the template around it.
                case "variables", "functions" -> {}
                default -> made.put(section.getKey(), Expression.Value.of(section.getValue()));
            }
        }
        return Expression.object(made);
    }

    private static String below(String pointer, String name) {
        return pointer + "/" + PointerSteps.escape(name);
    }

    private Expression resources(JsonNode resources, String pointer, Frame frame) {
        Map<String, List<Expression>> loops = new HashMap<>();
        for (int i = 0; i < resources.size(); i++) {
            JsonNode resource = resources.get(i);
            Optional<JsonNode> copy = resource == null ? Optional.empty() : Values.member(resource, "copy");
            if (copy.isPresent() && copy.get().isObject()) {
                List<Expression> names = new ArrayList<>();
                JsonNode name = Values.member(resource, "name").orElse(JsonNodeFactory.instance.nullNode());
                for (Frame turn : turns(copy.get(), below(pointer, "" + i), frame)) {
                    names.add(trees.expression(name, below(pointer, i + "/name"), turn));
                }
                loops.put(loop(copy.get()).toLowerCase(Locale.ROOT), names);
            }
        }
        List<Expression> made = new ArrayList<>();
        for (int i = 0; i < resources.size(); i++) {
            JsonNode resource = resources.get(i);
            if (resource != null) {
                resource(resource, pointer + "/" + i, frame, loops, made);
            }
        }
        return new Expression.ArrayOf(made);
    }

    private void resource(
            JsonNode resource,
            String pointer,
            Frame frame,
            Map<String, List<Expression>> loops,
            List<Expression> made) {
        Optional<JsonNode> copy = Values.member(resource, "copy").filter(JsonNode::isObject);
        List<Frame> turns = copy.map(loop -> turns(loop, pointer, frame)).orElse(List.of(frame));
        turns.forEach(turn -> made.add(resource(resource, pointer, turn, loops)));
    }

    private Expression resource(JsonNode resource, String pointer, Frame frame, Map<String, List<Expression>> loops) {
        if (!resource.isObject()) {
            return trees.expression(resource, pointer, frame);
        }
        boolean deployment = Values.member(resource, "type")
                .filter(type -> type.asString().equalsIgnoreCase("Microsoft.Resources/deployments"))
                .isPresent();
        Map<String, Expression> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : resource.properties()) {
            String below = below(pointer, member.getKey());
            String name = member.getKey().toLowerCase(Locale.ROOT);
            JsonNode value = member.getValue();
            if (name.equals("resources")) {
                members.put("resources", resources(value, below, frame));
            } else if (name.equals("dependson") && value.isArray()) {
                members.put("dependsOn", dependsOn(value, below, frame, loops));
            } else if (name.equals("properties") && deployment && value.isObject()) {
                members.put("properties", deployment(value, below, frame));
            } else if (!name.equals("copy") || !value.isObject()) {
                members.put(member.getKey(), trees.expression(value, below, frame));
            }
        }
        return Expression.object(members);
    }

    /// Loops are made here, so that those who wait for one wait for each of its turns.
    private Expression dependsOn(JsonNode written, String pointer, Frame frame, Map<String, List<Expression>> loops) {
        List<Expression> made = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            Expression entry = trees.expression(written.get(i), pointer + "/" + i, frame);
            Optional<List<Expression>> turns = Outputs.value(entry)
                    .filter(JsonNode::isString)
                    .map(name -> loops.get(name.stringValue().toLowerCase(Locale.ROOT)));
            turns.ifPresentOrElse(made::addAll, () -> made.add(entry));
        }
        return new Expression.ArrayOf(made);
    }

    private Expression deployment(JsonNode properties, String pointer, Frame frame) {
        boolean inner = Values.member(properties, "expressionEvaluationOptions")
                .flatMap(options -> Values.member(options, "scope"))
                .filter(scope -> scope.asString().equalsIgnoreCase("inner"))
                .isPresent();
        Map<String, Expression> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : properties.properties()) {
            String below = below(pointer, member.getKey());
            String name = member.getKey().toLowerCase(Locale.ROOT);
            if (name.equals("template")) {
                Expression template = inner || !member.getValue().isObject()
                        ? Expression.Value.of(member.getValue())
                        : of(member.getValue(), below, frame);
                members.put("template", template);
            } else if (!name.equals("expressionevaluationoptions")) {
                members.put(member.getKey(), trees.expression(member.getValue(), below, frame));
            }
        }
        if (members.containsKey("template")) {
            Expression scope = Expression.Value.of(Values.text("inner"));
            members.put("expressionEvaluationOptions", Expression.object(Map.of("scope", scope)));
        }
        return Expression.object(members);
    }

    private Expression outputs(JsonNode outputs, String pointer, Frame frame) {
        Map<String, Expression> made = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> output : outputs.properties()) {
            String below = below(pointer, output.getKey());
            Optional<JsonNode> copy = Values.member(output.getValue(), "copy").filter(JsonNode::isObject);
            Map<String, Expression> members = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> member : output.getValue().properties()) {
                if (member.getKey().equalsIgnoreCase("copy") && copy.isPresent()) {
                    JsonNode input = Values.member(copy.get(), "input").orElse(JsonNodeFactory.instance.nullNode());
                    List<Expression> items = new ArrayList<>();
                    for (Frame turn : turns(copy.get(), below, frame)) {
                        items.add(trees.expression(input, below + "/copy/input", turn));
                    }
                    members.put("value", new Expression.ArrayOf(items));
                } else {
                    members.put(
                            member.getKey(), trees.expression(member.getValue(), below(below, member.getKey()), frame));
                }
            }
            made.put(output.getKey(), Expression.object(members));
        }
        return Expression.object(made);
    }

    private static String loop(JsonNode copy) {
        return Values.member(copy, "name").map(JsonNode::asString).orElse("");
    }

    private List<Frame> turns(JsonNode copy, String pointer, Frame frame) {
        JsonNode count = Values.member(copy, "count").orElse(JsonNodeFactory.instance.nullNode());
        List<Frame> turns = new ArrayList<>();
        try {
            JsonNode known = trees.knownOrThrow(count, pointer, frame.allowing(Compilation.BEFORE))
                    .value();
            for (long i = 0; i < Loop.count(known, loop(copy)); i++) {
                turns.add(frame.turn(loop(copy), i));
            }
        } catch (EvaluationException | ParseException e) {
            trees.fault(pointer + "/copy/count", e.getMessage());
        }
        return turns;
    }
}
