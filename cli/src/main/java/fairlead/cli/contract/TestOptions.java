package fairlead.cli.contract;

import fairlead.contract.call.FaultInjection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of contract tests.
public final class TestOptions {

    /// What is to go wrong between the suite and the handler.
    enum Trouble {
        DUPLICATE(FaultInjection.DUPLICATES),
        LOST(FaultInjection.LOST_ANSWERS),
        SLOW(FaultInjection.SLOW),
        KILL(FaultInjection.KILL),
        EVENTUAL(FaultInjection.EVENTUAL);

        private final FaultInjection chaos;

        Trouble(FaultInjection chaos) {
            this.chaos = chaos;
        }

        FaultInjection chaos() {
            return chaos;
        }
    }

    @Option(names = "--seed", paramLabel = "N", description = "what all that is generated follows from (1)")
    private long seed = 1;

    @Option(
            names = "--chaos",
            paramLabel = "WHAT",
            split = ",",
            description =
                    "what is to go wrong: duplicate (every call is made twice), lost (answers are), slow (calls come"
                        + " late), kill (the provider's process, while it works), eventual (what was done shows late)")
    private List<Trouble> troubles = new ArrayList<>();

    @Option(
            names = "--inputs",
            paramLabel = "DIR",
            description = "the folder that has 'inputs' or overrides.json (else the type's own)")
    private Optional<Path> inputs = Optional.empty();

    @Option(
            names = "--value",
            paramLabel = "NAME=VALUE",
            description = "what stands for {{NAME}} in the files of inputs")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(
            names = "--wait",
            description = "wait for the pauses that the handler asks for, as services outside need it (else they are"
                    + " skipped)")
    private boolean waits;

    @Option(
            names = "--inputs-only",
            description =
                    "create resources with the inputs as they are (else some with values that are easily lost, too)")
    private boolean inputsOnly;

    /// Whether resources are made with values that are easily lost, too.
    boolean unusual() {
        return !inputsOnly;
    }

    /// Whatever was said: pauses are waited for.
    public void waiting() {
        waits = true;
    }

    boolean waits() {
        return waits;
    }

    long seed() {
        return seed;
    }

    List<FaultInjection> chaos() {
        return troubles.stream().map(Trouble::chaos).toList();
    }

    Path inputs(Path folder) {
        return inputs.orElse(folder);
    }

    Map<String, String> values() {
        return values;
    }
}
