package fairlead.contract.suite;

import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.generator.Broken;
import fairlead.handler.ErrorCode;
import fairlead.schema.Finding;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Inputs that have to be refused: by the control plane where the schema says so, else by the handler.
final class Invalid {

    private static final int GENERATED = 5;

    /// Codes that do not say that the request is wrong.
    private static final Set<ErrorCode> UNFIT = EnumSet.of(
            ErrorCode.INTERNAL_FAILURE,
            ErrorCode.HANDLER_INTERNAL_FAILURE,
            ErrorCode.SERVICE_INTERNAL_ERROR,
            ErrorCode.SERVICE_TIMEOUT,
            ErrorCode.NETWORK_FAILURE,
            ErrorCode.THROTTLING,
            ErrorCode.NOT_STABILIZED,
            ErrorCode.NOT_UPDATABLE);

    private final Bench bench;
    private final Set<String> mine = new LinkedHashSet<>();

    Invalid(Bench bench) {
        this.bench = bench;
    }

    void isRefused() {
        bench.findings.enter("invalid inputs", Optional.empty());
        if (bench.inputs().areGenerated()) {
            try {
                generated();
            } catch (Stop _) {
                // Why is among the findings.
            } finally {
                bench.deaf().sweep(mine);
            }
            return;
        }
        for (InputSet set : bench.inputs().sets()) {
            set.invalid().ifPresent(input -> given(set, input));
        }
    }

    /// The host's part: the schema refuses them, so that no handler sees them.
    private void generated() {
        for (int i = 0; i < GENERATED; i++) {
            Optional<Broken> broken = bench.inputs().invalid(bench.settings.seed() + i);
            bench.findings.looked(Rule.CREATE_INPUT_VALID, "inputs that the host refuses", broken.isPresent() ? 1 : 0);
            broken.filter(b -> !isAboutIdentity(b.pointer())).ifPresent(b -> provoke(b.model()));
        }
    }

    private boolean isAboutIdentity(String pointer) {
        return pointer.isEmpty()
                || Stream.concat(
                                bench.schema.primaryIdentifier().stream(),
                                bench.schema.additionalIdentifiers().stream().flatMap(List::stream))
                        .anyMatch(path -> Models.touch(path.modelPointer(), pointer));
    }

    /// No handler has to expect such an input. One that refuses it properly has made a first failure, after which
    /// nothing may be left; whatever else it does is no concern.
    private void provoke(ObjectNode input) {
        Optional<ObjectNode> filter = bench.lister.isListable() ? bench.lister.filter(input) : Optional.empty();
        Walk before = filter.map(given -> bench.deaf().lister.walk(given, Lister.USUAL))
                .orElse(Life.NOTHING);
        Ended ended = bench.deaf().operations.create(input, bench.token(), Delivered.ONCE);
        ended.identifier().ifPresent(mine::add);
        boolean proper = ended.failure()
                .filter(failure -> !UNFIT.contains(failure.code()) && failure.code() != ErrorCode.ALREADY_EXISTS)
                .isPresent();
        if (proper && ended.events() == 1) {
            new Refusal(bench, filter, mine).leftNothing(input, before);
        }
    }

    private void given(InputSet set, ObjectNode input) {
        boolean byHost = bench.schema.validateInput(input).stream().anyMatch(Finding::isError);
        if (byHost) {
            bench.findings.looked(Rule.CREATE_INPUT_VALID, "inputs that the host refuses");
            return;
        }
        bench.findings.enter("invalid input of " + set.name(), Optional.of(input));
        try {
            Optional<ObjectNode> filter = bench.lister.isListable() ? bench.lister.filter(input) : Optional.empty();
            Walk before =
                    filter.map(given -> bench.lister.walk(given, Lister.USUAL)).orElse(Life.NOTHING);
            Ended ended = bench.operations.create(input, bench.token(), Delivered.ONCE);
            bench.findings.looked(Rule.FAILURE_CODE, "refusals of invalid inputs");
            ended.identifier().ifPresent(mine::add);
            judge(set, ended);
            if (ended.failure().isPresent() && ended.events() == 1) {
                new Refusal(bench, filter, mine).leftNothing(input, before);
            }
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(mine);
        }
    }

    private void judge(InputSet set, Ended ended) {
        if (ended.failure().isEmpty()) {
            bench.findings.failed(
                    Rule.FAILURE_CODE, "The create accepted " + set.name() + "_invalid.json, which it has to refuse.");
        } else if (UNFIT.contains(ended.failure().get().code())) {
            bench.findings.failed(
                    Rule.FAILURE_CODE,
                    "The create refused %s_invalid.json with %s, which does not say that the request is wrong."
                            .formatted(set.name(), ended.failure().get().code()));
        }
    }
}
