package fairlead.contract.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/// The faults by which kits of contract tests are measured: for each there is a mutant that has it, of which
/// [MutantsTest] asks that the suite names its rule.
class KnownFaultsTest {

    @ParameterizedTest
    @CsvFileSource(resources = "known-faults.txt", delimiter = '|')
    void haveAMutant(String fault, String mutant) {
        assertThat(MutantsTest.mutants()).as(fault).extracting(Mutant::name).contains(mutant);
    }
}
