package fairlead.contract;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Clause.Checked;
import fairlead.contract.Clause.Document;
import fairlead.contract.Clause.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The contract as data is the contract.
class ContractTest {

    private static final Pattern KEY_WORD = Pattern.compile("\\b(MUST|SHOULD|MAY)( NOT)?\\b");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,2} ");

    @Test
    void everyRuleStandsForAClause() {
        Set<Rule> named = Contract.clauses().stream()
                .flatMap(clause -> clause.rules().stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
        assertThat(named).containsExactlyInAnyOrder(Rule.values());
    }

    @Test
    void everyClauseHasAnIdOfItsOwn() {
        assertThat(Contract.clauses()).extracting(Clause::id).doesNotHaveDuplicates();
    }

    @Test
    void whatIsCheckedIsReportedUnderARule() {
        assertThat(Contract.clauses())
                .filteredOn(clause -> clause.checked() == Checked.SUITE || clause.checked() == Checked.BOTH)
                .filteredOn(clause -> clause.rules().isEmpty())
                .extracting(Clause::id)
                .containsExactly("contract.tests", "contract.complied", "shape.required");
    }

    @Test
    void everyObligationIsSeenToByAChecker() {
        assertThat(Contract.clauses())
                .filteredOn(clause -> clause.level() == Level.MUST || clause.level() == Level.MUST_NOT)
                .extracting(Clause::checked)
                .doesNotContain(Checked.NONE);
    }

    @Test
    void theSentenceOfARuleIsThatOfItsClause() {
        assertThat(Arrays.stream(Rule.values()).map(Rule::sentence)).allMatch(sentence -> sentence.length() > 20);
        assertThat(Rule.CREATE_ALREADY_EXISTS.sentence())
                .isEqualTo("A `create` handler MUST return FAILED with an AlreadyExists error code if the resource"
                        + " already existed prior to the create request.");
    }

    /// With the public documents at hand.
    @Nested
    @EnabledIfSystemProperty(named = "corpus", matches = ".+")
    class OfTheDocument {

        private final String document = text("handler-contract.md");

        @Test
        void everySentenceIsVerbatim() {
            for (Clause clause : Contract.clauses()) {
                switch (clause.document()) {
                    case HANDLER_CONTRACT ->
                        assertThat(places(clause)).as(clause.id()).hasSize(1);
                    case RESOURCE_SCHEMA ->
                        assertThat(text("resource-schema.md")).as(clause.id()).contains(clause.sentence());
                    case HANDLER_INTERFACE, DEFINITION_SCHEMA -> {}
                }
            }
        }

        @Test
        void noNormativeSentenceIsLeftOut() {
            List<int[]> covered = Contract.clauses().stream()
                    .filter(clause -> clause.document() == Document.HANDLER_CONTRACT)
                    .flatMap(clause -> places(clause).stream().map(place ->
                            new int[] {place, place + clause.sentence().length()}))
                    .toList();
            List<String> uncovered = KEY_WORD.matcher(document)
                    .results()
                    .filter(word ->
                            covered.stream().noneMatch(span -> span[0] <= word.start() && word.end() <= span[1]))
                    .map(word -> document.substring(Math.max(0, word.start() - 60), word.end() + 40))
                    .toList();
            assertThat(uncovered).isEmpty();
        }

        @Test
        void theKeyWordsAreAllThere() {
            Map<String, Long> counts = KEY_WORD.matcher(document)
                    .results()
                    .collect(Collectors.groupingBy(MatchResult::group, Collectors.counting()));
            assertThat(counts).containsEntry("MUST", 60L).containsEntry("MUST NOT", 16L);
        }

        /// Where a sentence stands within its section.
        private List<Integer> places(Clause clause) {
            List<Integer> places = new ArrayList<>();
            int begin = Math.max(document.indexOf("# " + clause.section()), 0);
            Matcher next = HEADING.matcher(document);
            int end = next.find(begin + 3 + clause.section().length()) ? next.start() : document.length();
            for (int at = document.indexOf(clause.sentence(), begin);
                    at >= 0 && at < end;
                    at = document.indexOf(clause.sentence(), at + 1)) {
                places.add(at);
            }
            return places;
        }

        private static String text(String name) {
            try {
                return Files.readString(Path.of(System.getProperty("corpus"), "..", "spec", name)
                        .normalize());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
