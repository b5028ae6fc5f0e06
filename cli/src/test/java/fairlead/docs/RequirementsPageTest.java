package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.docs.RequirementReference.Requirement;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page of requirements is whole and true: no number is left out, and every test that it names exists.
class RequirementsPageTest {

    private static final int REQUIREMENTS = 241;
    private static final int DECISIONS = 49;

    @Test
    void everyRequirementAndEveryDecisionIsThereInOrder() {
        List<String> numbers = Stream.concat(
                        IntStream.rangeClosed(1, REQUIREMENTS).mapToObj(String::valueOf),
                        IntStream.rangeClosed(1, DECISIONS).mapToObj(number -> "D" + number))
                .toList();
        assertThat(RequirementReference.all().stream().map(Requirement::number)).containsExactlyElementsOf(numbers);
    }

    @Test
    void everyRequirementHasATestThatExistsOrAReasonForNone() {
        RequirementReference reference = new RequirementReference();
        List<String> missing = RequirementReference.all().stream()
                .flatMap(requirement -> requirement.tests().stream()
                        .map(reference::missing)
                        .flatMap(Optional::stream)
                        .map(reason -> requirement.number() + ": " + reason))
                .toList();
        assertThat(missing).isEmpty();
    }
}
