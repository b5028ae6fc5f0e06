package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Of handlers that break one rule each, the suite names the rule, and no other, and has written down the calls that
/// led to each failure.
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {

    static List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>(CreateMutants.all());
        all.addAll(ReadMutants.all());
        all.addAll(UpdateMutants.all());
        all.addAll(DeleteMutants.all());
        all.addAll(ListMutants.all());
        all.addAll(TagMutants.all());
        all.addAll(SubtleMutants.all());
        all.addAll(ValueMutants.all());
        all.addAll(IsolationMutants.all());
        all.addAll(SlightMutants.all());
        all.addAll(LateMutants.all());
        all.addAll(NameMutants.all());
        all.addAll(PassingMutants.all());
        all.addAll(OccasionalMutants.all());
        return all;
    }

    @ParameterizedTest
    @MethodSource("mutants")
    @Timeout(60)
    void areNamed(Mutant mutant) {
        Reference handler = mutant.handler().get();
        Settings patient = Settings.DEFAULT.shrinking(false);
        boolean hangs = mutant.rules().getFirst().id().endsWith(".deadline");
        Settings settings = hangs ? patient.within(Duration.ofSeconds(1), Duration.ofSeconds(1)) : patient;
        Report report = new Suite(Subject.of(handler.design.schema(), handler), settings).run();
        assertThat(report.broken())
                .as("%s", report.failed())
                .contains(mutant.rules().getFirst());
        assertThat(mutant.rules())
                .as("%s %s", report.failed(), report.consequences())
                .containsAll(report.broken());
        assertThat(report.failed())
                .allSatisfy(failed -> assertThat(failed.failures().getFirst().calls())
                        .as(failed.rule().id())
                        .isNotEmpty());
    }

    @Test
    void areMany() {
        assertThat(mutants()).hasSizeGreaterThanOrEqualTo(90);
        assertThat(mutants()).extracting(Mutant::name).doesNotHaveDuplicates();
    }

    /// What no handler of this interface can break.
    private static final Set<Rule> OTHERWISE = EnumSet.of(Rule.CREATE_INPUT_VALID);

    @Test
    void breakEveryRule() {
        Set<Rule> broken = EnumSet.noneOf(Rule.class);
        mutants().forEach(mutant -> broken.add(mutant.rules().getFirst()));
        assertThat(EnumSet.complementOf(EnumSet.copyOf(broken))).isEqualTo(OTHERWISE);
    }
}
