package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Frame.Use;
import fairlead.armtemplate.evaluation.Loop;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The variables of a template, each evaluated when it is first asked for.
final class Variables {

    private static final Set<Use> OF_VARIABLES = Set.of(Use.PARAMETERS, Use.VARIABLES, Use.FACTS);

    private final Compilation compilation;
    private final Map<String, Written> written = new HashMap<>();
    private final Map<String, Optional<Bound>> values = new HashMap<>();
    private final SequencedSet<String> current = new LinkedHashSet<>();

    /// @param value with the loop around it, if it is made by one
    private record Written(String name, String pointer, JsonNode value, boolean loop) {}

    Variables(Compilation compilation) {
        this.compilation = compilation;
        String section = compilation.template().pointer("variables");
        compilation.template().object("variables").properties().forEach(member -> {
            if (Loop.isLoops(member.getKey(), member.getValue())) {
                loops(section + "/" + member.getKey(), member.getValue());
            } else {
                add(new Written(
                        member.getKey(),
                        section + "/" + PointerSteps.escape(member.getKey()),
                        member.getValue(),
                        false));
            }
        });
    }

    private void loops(String pointer, JsonNode loops) {
        for (int i = 0; i < loops.size(); i++) {
            String below = pointer + "/" + i;
            JsonNode loop = loops.get(i);
            JsonNode around = JsonNodeFactory.instance
                    .objectNode()
                    .set("copy", JsonNodeFactory.instance.arrayNode().add(loop));
            Values.member(loop, "name")
                    .filter(JsonNode::isString)
                    .ifPresentOrElse(
                            name -> add(new Written(name.stringValue(), below, around, true)),
                            () -> compilation
                                    .faults()
                                    .add(
                                            below,
                                            "The template copy definition is missing the property 'name'. Please see"
                                                    + " https://aka.ms/arm-copy for usage details."));
        }
    }

    private void add(Written variable) {
        if (written.put(variable.name().toLowerCase(Locale.ROOT), variable) != null) {
            compilation
                    .faults()
                    .add(
                            variable.pointer(),
                            "The template variable '" + variable.name() + "' is defined multiple times.");
        }
    }

    /// @throws EvaluationException if it has no value, which has been said, or there is no such
    ///     variable
    synchronized Bound get(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        Written variable = written.get(lower);
        if (variable == null) {
            throw new EvaluationException("The template variable '" + name
                    + "' is not found. Please see https://aka.ms/arm-syntax-variables for usage details.");
        }
        Optional<Bound> known = values.get(lower);
        if (known == null) {
            known = find(lower, variable);
            values.put(lower, known);
        }
        return known.orElseThrow(Faults::said);
    }

    private Optional<Bound> find(String lower, Written variable) {
        if (!current.add(lower)) {
            List<String> circle = new ArrayList<>(current);
            throw new EvaluationException("Circular dependency detected on variable: '" + variable.name() + "' ("
                    + String.join(" -> ", circle.subList(circle.indexOf(lower), circle.size())) + " -> " + lower
                    + "). Please see https://aka.ms/arm-syntax-variables for usage details.");
        }
        try {
            return compilation
                    .trees(
                            variable.pointer(),
                            message -> "The template variable '" + variable.name() + "' is not valid: " + message)
                    .known(variable.value(), variable.pointer(), Frame.of(compilation.scope(), OF_VARIABLES))
                    .map(bound -> variable.loop()
                            ? new Bound(bound.value().get(variable.name()), bound.secret(), bound.inputs())
                            : bound);
        } finally {
            current.remove(lower);
        }
    }
}
