package fairlead.contract.suite;

import fairlead.contract.Models;
import fairlead.contract.input.InputSet;
import fairlead.contract.input.Inputs;
import fairlead.contract.suite.Comparison.Facts;
import fairlead.generator.Edge;
import fairlead.generator.Size;
import fairlead.handler.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Lives of things whose values are easily lost, each given by a create once and by an update once.
///
/// No handler has to take all that its schema lets be: where it refuses such values, or would need very long for
/// them (a number may be one of seconds), plainer ones are tried, and then none.
final class UnusualLives {

    private final Bench bench;
    private final List<InputSet> lived;
    private final List<Facts> facts = new ArrayList<>();
    private Optional<Progress.Failed> refusal = Optional.empty();

    /// @param lived inputs that the handler takes
    UnusualLives(Bench bench, List<InputSet> lived) {
        this.bench = bench;
        this.lived = lived;
    }

    List<Facts> live() {
        template().ifPresent(template -> {
            boolean nothing = lives(template, "taken for nothing", Edge.NOTHING, Edge.MUCH);
            boolean much = lives(template, "that hold much", Edge.MUCH, Edge.NOTHING);
            boolean some = nothing
                    || much
                    || refusal.isEmpty()
                    || lives(template, "beyond plain words", Edge.WORDS, Edge.WORDS);
            if (!some) {
                bench.note(
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
        Inputs inputs = bench.inputs();
        return inputs.areGenerated()
                ? inputs.create(bench.settings.seed() * 1_000_003L + 300, Size.MAXIMAL)
                : lived.stream()
                        .map(InputSet::create)
                        .max(Comparator.comparingInt(
                                input -> Models.leaves(input).size()));
    }

    /// The life of a thing that is changed step by step.
    ///
    /// Words have letters that can be changed; where the handler refuses them, the template does.
    Optional<Facts> slightlyChanged() {
        return template()
                .flatMap(template -> Stream.of(bench.inputs().unusual(template, Edge.WORDS), Optional.of(template))
                        .flatMap(Optional::stream)
                        .map(this::slightlyChanged)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private Optional<Facts> slightlyChanged(ObjectNode input) {
        InputSet set = new InputSet("slight changes", input, Optional.empty(), Optional.empty());
        Life life = Life.brief(bench.patientForShort(), set);
        life.liveSlightlyChanged();
        return life.facts();
    }

    /// Whether the handler took them.
    private boolean lives(ObjectNode template, String what, Edge created, Edge updated) {
        Optional<ObjectNode> input = bench.inputs().unusual(template, created);
        if (input.isEmpty()) {
            return false;
        }
        Optional<ObjectNode> update = bench.inputs().unusualUpdate(input.get(), updated);
        Life life = Life.brief(
                bench.patientForShort(), new InputSet("values " + what, input.get(), update, Optional.empty()));
        Optional<Progress.Failed> refused = life.liveBriefly();
        life.facts().ifPresent(facts::add);
        refusal = refused.or(() -> refusal);
        return refused.isEmpty();
    }
}
