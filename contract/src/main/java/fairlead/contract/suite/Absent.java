package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Operations.Ended;
import fairlead.generator.Size;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A thing that never was: reads, updates and deletes say so.
final class Absent {

    private final Bench bench;
    private final ObjectNode template;

    /// @param template an input of the type
    Absent(Bench bench, ObjectNode template) {
        this.bench = bench;
        this.template = template;
    }

    void isNotFound() {
        bench.findings.enter("things that never were", Optional.empty());
        Optional<ObjectNode> identifier = identifier();
        if (identifier.isEmpty()) {
            String reason = "no identifier can be generated";
            bench.never(reason, Rule.READ_NOT_FOUND, Rule.UPDATE_NOT_FOUND, Rule.DELETE_NOT_FOUND);
            return;
        }
        try {
            read(identifier.get());
            update(identifier.get());
            delete(identifier.get());
        } catch (Stop _) {
            // The call that did not answer is among the findings.
        }
    }

    private Optional<ObjectNode> identifier() {
        long seed = bench.settings.seed() + 90_001;
        Optional<ObjectNode> made = bench.isChosen(template) && bench.inputs().areGenerated()
                ? bench.inputs().create(seed, Size.TYPICAL).map(bench.schema::identifierModel)
                : bench.inputs().identifier(seed);
        return made.filter(model -> bench.schema.identifier(model).isPresent())
                .filter(model -> !bench.schema.identifier(model).equals(bench.schema.identifier(template)));
    }

    private void read(ObjectNode identifier) {
        bench.findings.looked(Rule.READ_NOT_FOUND, "reads of what never was");
        switch (bench.read(identifier, bench.schema.identifier(identifier))) {
            case Look.Missing() -> bench.absence.readIsNotFound = true;
            case Look.Found _ -> {
                bench.absence.readIsFound = true;
                bench.findings.failed(
                        Rule.READ_NOT_FOUND,
                        "A read of '%s', which never was, finds something."
                                .formatted(bench.schema.identifier(identifier).orElse("")));
            }
            // Another code may be about the identifier's form, which no schema says all about; the read of a thing
            // that was deleted tells.
            case Look.Wrong(var code, var message) ->
                bench.note("A read of an identifier that never was fails with %s: %s"
                        .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        }
    }

    private void update(ObjectNode identifier) {
        if (!bench.isUpdatable()) {
            return;
        }
        ObjectNode desired = template.deepCopy();
        for (PropertyPath path : bench.schema.primaryIdentifier()) {
            if (path.value(desired).isPresent()) {
                path.value(identifier).ifPresent(value -> path.set(desired, value.deepCopy()));
            }
        }
        bench.findings.looked(Rule.UPDATE_NOT_FOUND, "updates of what never was");
        Ended ended = bench.quiet().operations.update(identifier, desired, desired, desired, bench.token());
        ended.failure()
                .filter(failure -> failure.message().isBlank())
                .ifPresent(
                        _ -> bench.findings.failed(Rule.FAILURE_MESSAGE, "The failure of an update has no message."));
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            bench.absence.updateIsWrong = true;
            bench.findings.failed(Rule.UPDATE_NOT_FOUND, "An update of what never was " + answer(ended));
            bench.sweep(Set.copyOf(ended.identifier().or(() -> bench.schema.identifier(identifier)).stream()
                    .toList()));
        } else if (bench.absence.readIsNotFound
                && bench.quiet().read(identifier, Optional.empty()) instanceof Look.Found) {
            bench.absence.updateIsWrong = true;
            bench.findings.failed(
                    Rule.UPDATE_NO_NEW_RESOURCE,
                    "An update of what never was says NotFound, and a read finds the thing since.");
            bench.sweep(Set.copyOf(bench.schema.identifier(identifier).stream().toList()));
        }
    }

    private void delete(ObjectNode identifier) {
        for (String which : List.of("A delete", "A second delete")) {
            bench.findings.looked(Rule.DELETE_NOT_FOUND, "deletes of what never was");
            Ended ended = bench.undisturbed().operations.delete(identifier, bench.token());
            if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
                bench.absence.deleteIsWrong = true;
                bench.findings.failed(Rule.DELETE_NOT_FOUND, which + " of what never was " + answer(ended));
                return;
            }
        }
    }

    static String answer(Ended ended) {
        return ended.failure()
                .map(failure -> "fails with " + failure.code() + " instead of NotFound: " + failure.message())
                .orElse("succeeds.");
    }
}
