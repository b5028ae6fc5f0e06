package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.ModelFinding;
import fairlead.smithy.ModelFinding.Severity;
import fairlead.smithy.Models;
import fairlead.smithy.check.Checks;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The model of the operations that tag one resource, as the reference has it, keeps the rules of the traits that it
/// has.
class TaggingModelTest {

    @Test
    void hasNothingThatAValidatorWarnsOf() {
        Models.Loaded loaded = Models.load(List.of(Repository.file("docs/reference/tagging.smithy")));

        assertThat(loaded.findings()).filteredOn(TaggingModelTest::isBad).isEmpty();
        assertThat(Checks.of(loaded.model().orElseThrow()))
                .filteredOn(TaggingModelTest::isBad)
                .isEmpty();
    }

    private static boolean isBad(ModelFinding finding) {
        return finding.severity() != Severity.NOTE;
    }
}
