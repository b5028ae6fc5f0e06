package fairlead.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is said of a rule in one place holds.
class RuleTest {

    private static final Path SOURCES = Path.of("src", "main", "java");

    private static final Pattern CONSTANT = Pattern.compile("\\bRule\\.([A-Z_]+)\\b");

    /// Calls and comparisons that decide nothing: whether another rule was broken, and why nothing was looked at.
    private static final Pattern UNDECIDED = Pattern.compile(
            "\\b(?:hasFailed|leftOut|notExercised)\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)|rule\\(\\) =="
                    + " Rule\\.\\w+");

    private static final Map<Rule, Set<String>> USES = uses();

    /// For each rule, the names of the classes that speak of it.
    private static Map<Rule, Set<String>> uses() {
        Map<Rule, Set<String>> uses = new EnumMap<>(Rule.class);
        for (Rule rule : Rule.values()) {
            uses.put(rule, new TreeSet<>());
        }
        for (Path file : files()) {
            String name = file.getFileName().toString().replace(".java", "");
            rules(text(file))
                    .forEach(rule ->
                            uses.computeIfAbsent(rule, _ -> new TreeSet<>()).add(name));
        }
        return uses;
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("Rule.java"))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Set<Rule> rules(String source) {
        Set<Rule> rules = CONSTANT.matcher(UNDECIDED.matcher(source).replaceAll(""))
                .results()
                .map(constant -> Rule.valueOf(constant.group(1)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
        Arrays.stream(Rule.values())
                .filter(rule -> source.contains("Rule.deadline(") && rule.id().endsWith(".deadline"))
                .forEach(rules::add);
        Arrays.stream(Rule.values())
                .filter(rule -> source.contains("Rule.timeout(") && rule.id().endsWith(".timeout"))
                .forEach(rules::add);
        return rules;
    }

    @ParameterizedTest
    @EnumSource
    void isCheckedByTheClassesThatItNamesAndByNoOther(Rule rule) {
        assertThat(USES.get(rule))
                .containsExactlyInAnyOrderElementsOf(
                        rule.checkers().stream().map(Checker::simpleName).toList());
    }

    @ParameterizedTest
    @EnumSource
    void isCheckedByOneClassBesideTheGuard(Rule rule) {
        assertThat(rule.checkers()).isNotEmpty();
        assertThat(rule.checkers())
                .filteredOn(checker -> checker != Checker.GUARD)
                .hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatIsLookedAt(Rule rule) {
        assertThat(rule.looksAt()).isNotEmpty().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void namesClausesThatExist(Rule rule) {
        assertThat(Contract.clauses()).extracting(Clause::id).containsAll(rule.clauses());
    }

    @ParameterizedTest
    @EnumSource
    void isNoConsequenceOfItself(Rule rule) {
        assertThat(rule.causes()).doesNotContain(rule);
    }

    @ParameterizedTest
    @EnumSource
    void hasCheckersThatExistAndAreNamedByARule(Checker checker) {
        assertThat(SOURCES.resolve(checker.className().replace('.', '/') + ".java"))
                .exists();
        assertThat(Rule.values()).anyMatch(rule -> rule.checkers().contains(checker));
    }

    @Test
    void isACauseOfWhatItSpoils() {
        assertThat(Rule.DELETE_GONE.cause(EnumSet.of(Rule.READ_NOT_FOUND, Rule.DELETE_GONE)))
                .contains(Rule.READ_NOT_FOUND);
        assertThat(Rule.READ_NOT_FOUND.cause(EnumSet.of(Rule.READ_NOT_FOUND, Rule.DELETE_GONE)))
                .isEmpty();
    }
}
