package fairlead.contract.scenario;

import fairlead.contract.Models;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.LifecycleObservation;
import fairlead.contract.input.InputSet;
import fairlead.contract.input.Inputs;
import fairlead.generator.Edge;
import fairlead.generator.Size;
import fairlead.handler.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Lifecycles of resources whose values are easily lost, each given by a create once and by an update once.
///
/// No handler has to take all that its schema lets be: where it refuses such values, or would need very long for
/// them (a number may be one of seconds), plainer ones are tried, and then none.
public final class EdgeValueScenario {

    private final SuiteContext context;
    private final List<InputSet> accepted;
    private final List<LifecycleObservation> facts = new ArrayList<>();
    private Optional<Progress.Failed> refusal = Optional.empty();

    /// @param accepted inputs that the handler takes
    public EdgeValueScenario(SuiteContext context, List<InputSet> accepted) {
        this.context = context;
        this.accepted = accepted;
    }

    public List<LifecycleObservation> run() {
        template().ifPresent(template -> {
            boolean nothing = isAccepted(template, "taken for nothing", Edge.NOTHING, Edge.MUCH);
            boolean much = isAccepted(template, "that hold much", Edge.MUCH, Edge.NOTHING);
            boolean some = nothing
                    || much
                    || refusal.isEmpty()
                    || isAccepted(template, "beyond plain words", Edge.WORDS, Edge.WORDS);
            if (!some) {
                context.note(
                        "The create refused values that are easily lost, such as empty and very long ones, with %s: %s"
                                .formatted(
                                        refusal.orElseThrow().code(),
                                        refusal.orElseThrow().message()));
            }
        });
        return facts;
    }

    /// The input with the most properties.
    private Optional<ObjectNode> template() {
        Inputs inputs = context.inputs();
        return inputs.areGenerated()
                ? inputs.create(context.settings.seed() * 1_000_003L + 300, Size.MAXIMAL)
                : accepted.stream()
                        .map(InputSet::create)
                        .max(Comparator.comparingInt(
                                input -> Models.leaves(input).size()));
    }

    /// The lifecycle of a resource that is changed step by step.
    ///
    /// Words have letters that can be changed; where the handler refuses them, the template does.
    public Optional<LifecycleObservation> slightlyChanged() {
        return template()
                .flatMap(template -> Stream.of(context.inputs().unusual(template, Edge.WORDS), Optional.of(template))
                        .flatMap(Optional::stream)
                        .map(this::slightlyChanged)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private Optional<LifecycleObservation> slightlyChanged(ObjectNode input) {
        InputSet set = new InputSet("slight changes", input, Optional.empty(), Optional.empty());
        LifecycleScenario lifecycle = LifecycleScenario.brief(context.limitedToFewCalls(), set);
        lifecycle.runWithSlightChanges();
        return lifecycle.facts();
    }

    /// Whether the handler took them.
    private boolean isAccepted(ObjectNode template, String what, Edge created, Edge updated) {
        Optional<ObjectNode> input = context.inputs().unusual(template, created);
        if (input.isEmpty()) {
            return false;
        }
        Optional<ObjectNode> update = context.inputs().unusualUpdate(input.get(), updated);
        LifecycleScenario lifecycle = LifecycleScenario.brief(
                context.limitedToFewCalls(), new InputSet("values " + what, input.get(), update, Optional.empty()));
        Optional<Progress.Failed> refused = lifecycle.runBriefly();
        lifecycle.facts().ifPresent(facts::add);
        refusal = refused.or(() -> refusal);
        return refused.isEmpty();
    }
}
