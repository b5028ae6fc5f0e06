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
    void hasNothingThatAValidatorRefuses() {
        Models.Loaded loaded = Models.load(List.of(Repository.file("docs/reference/tagging.smithy")));

        assertThat(loaded.findings()).filteredOn(TaggingModelTest::isBad).isEmpty();
        assertThat(Checks.of(loaded.model().orElseThrow()))
                .filteredOn(TaggingModelTest::isBad)
                .isEmpty();
    }

    /// Advice does not count: the operations tag what an ARN names, whatever it is, so that they are the service's
    /// and not a resource's, and the traits for tags are called unstable.
    private static boolean isBad(ModelFinding finding) {
        return finding.severity() == Severity.ERROR;
    }
}
