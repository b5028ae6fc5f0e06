package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Handlers that keep the contract pass, with every rule exercised that their types let one exercise.
class ReferenceTest {

    @ParameterizedTest
    @CsvSource({
        "REPORT, 0, 1", "REPORT, 3, 2", "BUCKET, 0, 3", "BUCKET, 2, 4", "ENTRY, 0, 5", "ENTRY, 1, 6",
        "REPORT, 0, 7", "REPORT, 0, 8", "REPORT, 0, 9", "BUCKET, 0, 10", "BUCKET, 1, 11", "REPORT, 1, 12",
        "JOURNAL, 0, 1", "JOURNAL, 1, 2", "JOURNAL, 0, 3", "PEERING, 0, 1", "PEERING, 2, 2", "CLUSTER, 0, 1",
        "CLUSTER, 2, 2", "RECORD, 0, 1", "RECORD, 2, 2", "SINK, 0, 1", "SINK, 2, 2"
    })
    void passes(Design design, int steps, long seed) {
        Report report = new Suite(
                        Subject.of(design.schema(), new Reference(design, steps)), Settings.DEFAULT.seeded(seed))
                .run();
        assertThat(report.failed()).isEmpty();
        assertThat(report.consequences()).isEmpty();
        assertThat(report.notes()).isEmpty();
        assertThat(report.verdict()).isEqualTo(Report.Verdict.PASSED);
        assertThat(skipped(report)).isEqualTo(expected(design, steps));
    }

    private static Set<String> skipped(Report report) {
        Set<String> rules = new TreeSet<>();
        report.notExercised().forEach(result -> rules.add(result.rule().id()));
        return rules;
    }

    private static Set<String> expected(Design design, int steps) {
        Set<String> rules = new TreeSet<>();
        if (steps == 0) {
            rules.addAll(List.of(
                    "create.timeout",
                    "update.timeout",
                    "delete.timeout",
                    "progress.callback-delay",
                    "delete.model-shape",
                    "create.primary-identifier-unchanged"));
        }
        if (design == Design.REPORT) {
            rules.addAll(List.of("create.already-exists", "delete.recreate", "create.failed-not-created"));
        }
        if (design == Design.SINK) {
            rules.addAll(List.of("tags.on-create", "update.no-new-resource"));
        }
        if (!List.of(Design.REPORT, Design.PEERING, Design.SINK).contains(design)) {
            rules.addAll(List.of("tags.on-create", "tags.on-update"));
        }
        if (design == Design.PEERING) {
            rules.add("create.failed-not-created");
        }
        if (design == Design.CLUSTER) {
            rules.addAll(List.of("create.failed-not-created", "model.no-write-only"));
        }
        if (List.of(Design.RECORD, Design.SINK).contains(design)) {
            rules.addAll(List.of(
                    "read.additional-identifiers",
                    "model.no-write-only",
                    "create.failed-not-created",
                    "leak.none",
                    "create.listed",
                    "delete.unlisted"));
            rules.addAll(rules("list."));
        }
        if (design == Design.RECORD) {
            rules.addAll(rules("update."));
        }
        if (design == Design.JOURNAL) {
            rules.addAll(List.of(
                    "create.already-exists",
                    "delete.recreate",
                    "create.failed-not-created",
                    "model.no-write-only",
                    "read.additional-identifiers"));
        }
        if (design == Design.ENTRY) {
            rules.addAll(List.of("model.no-write-only", "read.additional-identifiers", "create.failed-not-created"));
            rules.addAll(rules("update."));
        }
        return rules;
    }

    private static List<String> rules(String verb) {
        return Arrays.stream(Rule.values())
                .map(Rule::id)
                .filter(id -> id.startsWith(verb))
                .toList();
    }
}
