package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.function.Concatenate;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.StringNode;

/// Functions that name something: parameters, resources, exports.
final class References {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z0-9_.:]+");

    private final Evaluator evaluator;

    References(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    Expression ref(Tree argument, Place place) {
        String name = argument.text()
                .orElseGet(() -> evaluator
                        .text(argument, place, "Template error: the name in Ref can't depend on a resource")
                        .value()
                        .asString());
        return named(name, place);
    }

    private Expression named(String name, Place place) {
        if (name.equals("AWS::NoValue")) {
            return new Expression.Absent();
        }
        Optional<Expression> known = evaluator.scope().names().get(name);
        if (known != null) {
            Expression value = known.orElseThrow(Broken::new);
            Knowledge.of(value).ifPresent(spent -> evaluator.scope().budget().spend(spent.value()));
            return value;
        }
        return new Reference(target(name, place).id(), new Part.Identifier(), place.pointer());
    }

    private Target target(String name, Place place) {
        Optional<Target> target = evaluator.scope().target(name);
        if (target.isPresent() && !evaluator.block().mayReferToResources()) {
            throw evaluator.broken(evaluator.block().noResource(name), place);
        }
        return target.filter(Target::present)
                .orElseThrow(() -> evaluator.broken(evaluator.block().unresolved(name), place));
    }

    Expression attribute(Tree argument, Place place) {
        Optional<String> dotted = argument.text();
        if (dotted.isPresent()) {
            int dot = dotted.get().indexOf('.');
            return attribute(dotted.get().substring(0, dot), dotted.get().substring(dot + 1), place);
        }
        List<Tree> items = Evaluator.items(argument);
        return attribute(part(items, 0, place), part(items, 1, place), place);
    }

    private String part(List<Tree> items, int index, Place place) {
        Tree item = items.get(index);
        return item.text()
                .orElseGet(() -> evaluator
                        .text(item, place.item(index, item), Shapes.GET_ATT)
                        .value()
                        .asString());
    }

    private Expression attribute(String resource, String attribute, Place place) {
        if (!evaluator.block().mayReferToResources()
                && evaluator.scope().target(resource).isEmpty()) {
            throw evaluator.broken(evaluator.block().noResource(resource), place);
        }
        Target target = target(resource, place);
        List<String> path = Attributes.path(target, attribute)
                .orElseThrow(() -> evaluator.broken(
                        "[Error] " + place.pointer() + ": Resource type " + target.type()
                                + " does not support attribute {" + attribute + "}",
                        place));
        return new Reference(resource, new Part.Property(path), place.pointer());
    }

    Expression sub(Tree argument, Place place) {
        List<Tree> items = Evaluator.items(argument);
        String text = argument.text().or(() -> items.getFirst().text()).orElseThrow();
        Tree variables = items.size() == 2 ? items.get(1) : argument;
        List<Expression> pieces = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int from = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", from)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            literal.append(text, from, open);
            String name = text.substring(open + 2, close);
            from = close + 1;
            if (name.startsWith("!")) {
                literal.append("${").append(name, 1, name.length()).append('}');
            } else {
                flush(literal, pieces);
                pieces.add(variable(name, variables, place));
            }
        }
        literal.append(text, from, text.length());
        flush(literal, pieces);
        return evaluator.apply(FunctionName.SUB, place, new Concatenate(pieces.size()), pieces);
    }

    private static void flush(StringBuilder literal, List<Expression> pieces) {
        if (!literal.isEmpty()) {
            pieces.add(Value.of(StringNode.valueOf(literal.toString())));
            literal.setLength(0);
        }
    }

    private Expression variable(String name, Tree variables, Place place) {
        Optional<Tree> own = variables.member(name);
        if (own.isPresent()) {
            Place below = place.item(1, variables).member(name, own.get());
            return evaluator.of(own.get(), below);
        }
        if (!VARIABLE.matcher(name).matches()) {
            throw evaluator.broken(
                    "Template error: variable names in Fn::Sub syntax must contain only alphanumeric characters, "
                            + "underscores, periods, and colons: found '" + name + "'",
                    place);
        }
        int dot = name.indexOf('.');
        if (dot < 0) {
            return named(name, place);
        }
        if (dot == 0 || dot == name.length() - 1) {
            throw evaluator.broken(Shapes.GET_ATT, place);
        }
        return attribute(name.substring(0, dot), name.substring(dot + 1), place);
    }

    Expression imported(Tree argument, Place place) {
        if (!evaluator.block().mayReferToResources()) {
            throw evaluator.broken(
                    evaluator.block() == Block.EXPORTS
                            ? Block.EXPORTS.noResource("Fn::ImportValue")
                            : "Template error: Fn::ImportValue can be used in the Resources and Outputs blocks alone",
                    place);
        }
        Value name = new Evaluator(evaluator.scope(), Block.EXPORTS)
                .text(
                        argument,
                        place,
                        "Template error: the attribute in Fn::ImportValue must be a string or a function that returns"
                                + " a string");
        String export = name.value().asString();
        String value = evaluator
                .scope()
                .export(export)
                .orElseThrow(() -> evaluator.broken("No export named " + Evaluator.shown(name) + " found", place));
        return new Value(evaluator.scope().budget().spend(StringNode.valueOf(value)), name.secret(), name.inputs());
    }
}
