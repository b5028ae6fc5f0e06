package fairlead.cloudformation;

import fairlead.cloudformation.evaluation.Block;
import fairlead.cloudformation.evaluation.Evaluator;
import fairlead.cloudformation.evaluation.Knowledge;
import fairlead.cloudformation.evaluation.ResultTypes;
import fairlead.cloudformation.evaluation.Scope;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.function.PlainText;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import fairlead.stack.document.Output;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// The outputs of a template. Their values are texts.
final class Outputs {

    private final Scope scope;
    private final ResultTypes results;
    private final List<String> warnings;
    private final Faults faults;
    private final Map<String, String> exports = new HashMap<>();

    Outputs(Scope scope, ResultTypes results, List<String> warnings, Faults faults) {
        this.scope = scope;
        this.results = results;
        this.warnings = warnings;
        this.faults = faults;
    }

    SequencedMap<String, Output> of(List<Declared> declared) {
        SequencedMap<String, Output> outputs = new LinkedHashMap<>();
        for (Declared output : declared) {
            if (present(output)) {
                value(output)
                        .ifPresent(value -> outputs.put(
                                output.id(),
                                new Output(
                                        output.id(),
                                        value,
                                        output.body().member("Description").flatMap(Tree::written),
                                        exported(output))));
            }
        }
        return outputs;
    }

    private boolean present(Declared output) {
        Optional<String> condition = output.body().member("Condition").flatMap(Tree::text);
        if (condition.isEmpty()) {
            return true;
        }
        return scope.holds(condition.get()).orElseGet(() -> {
            fault(
                    "Template format error: Unresolved condition dependency " + condition.get()
                            + " in the Outputs block of the template",
                    output.place("Condition"));
            return true;
        });
    }

    private Optional<Expression> value(Declared output) {
        Place place = output.place("Value");
        Optional<Expression> expression = new Evaluator(scope, Block.OUTPUTS)
                .evaluate(output.body().member("Value").orElseThrow(), place);
        if (expression.isEmpty()) {
            return Optional.empty();
        }
        PlainText function = PlainText.ofOutput(output.id());
        if (expression.get() instanceof Expression.Absent) {
            fault(function.wrong(), place);
            return Optional.empty();
        }
        if (Knowledge.isSecret(expression.get())) {
            warnings.add("Output " + output.id() + " is made of a parameter with NoEcho, and is shown as ****");
        }
        Optional<Value> known = Knowledge.of(expression.get());
        if (known.isEmpty()) {
            return Optional.of(
                    results.isText(expression.get())
                            ? expression.get()
                            : new Expression.Call("text", place.pointer(), function, List.of(expression.get())));
        }
        try {
            return Optional.of(new Value(
                    function.apply(List.of(known.get().value())),
                    known.get().secret(),
                    known.get().inputs()));
        } catch (EvaluationException e) {
            fault(String.valueOf(e.getMessage()), place);
            return Optional.empty();
        }
    }

    private Optional<Expression> exported(Declared output) {
        Optional<Tree> name = output.body().member("Export").flatMap(export -> export.member("Name"));
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Place place = output.place("Export").member("Name", name.get());
        int before = faults.size();
        Optional<Value> value = new Evaluator(scope, Block.EXPORTS)
                .known(name.get(), place)
                .filter(known -> !known.value().isContainer()
                        && !known.value().asString().isEmpty());
        if (value.isEmpty()) {
            if (faults.size() == before) {
                fault(
                        "Template format error: the name of the export of output " + output.id()
                                + " must evaluate to a string that is not empty",
                        place);
            }
            return Optional.empty();
        }
        if (value.get().secret()) {
            fault(
                    "Template format error: the name of the export of output " + output.id()
                            + " can't be made of a parameter with NoEcho",
                    place);
            return Optional.empty();
        }
        String text = value.get().value().asString();
        String other = exports.putIfAbsent(text, output.id());
        if (other != null) {
            fault(
                    "Template format error: Export " + text + " is the name of outputs " + other + " and "
                            + output.id(),
                    place);
        }
        return Optional.of(value.get());
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
