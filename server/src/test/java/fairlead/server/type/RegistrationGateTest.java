package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.BYTE_ARRAY;

import fairlead.schema.reference.Documents;
import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.problem.Problem;
import fairlead.server.secret.Vault;
import fairlead.server.type.Registrations.Registered;
import fairlead.server.type.Registrations.Terms;
import fairlead.server.type.archive.PassedContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// Which versions get in.
class RegistrationGateTest extends OnNodes {

    private static final PassedContract TESTED = new PassedContract(Instant.parse("2026-11-01T12:00:00Z"), 80, 4);

    private Registrations strict;

    @Override
    Database connect() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }

    @BeforeEach
    void closeTheGate() {
        strict = new Registrations(
                node.database,
                node.types,
                new AuditTrail(),
                new Vault(() -> KEYSET),
                clock,
                RegistrationGate.REQUIRED,
                Documents.none());
    }

    private Registered register(byte[] archive) {
        return strict.register(DEVELOPER, archive, Terms.of(RegistrationGate.Tests.REPORTED));
    }

    /// The example with a report of it.
    private byte[] reported(String counts) throws Exception {
        return reported(digest(), counts);
    }

    private String digest() throws Exception {
        Path place = Files.createTempDirectory(folder, "opened");
        return OpenedType.of(Archives.example(), place).digest();
    }

    private static byte[] reported(String digest, String counts) {
        Map<String, byte[]> files = Archives.bookmark();
        String report = "{'digest': '" + digest + "', 'testedAt': '" + TESTED.at() + "', 'counts': " + counts + "}";
        files.put("contract-report.json", json(report).toString().getBytes(StandardCharsets.UTF_8));
        return Archives.zip(files);
    }

    @Nested
    class AVersionWithAReport {

        @Test
        void isServedAndSaysThatItWasTested() throws Exception {
            Registered registered = register(reported("{'passed': 80, 'failed': 0, 'skipped': 4}"));

            assertThat(registered.version().tested()).contains(TESTED);
            assertThat(registered.version().digest()).isEqualTo(digest());
            assertThat(node(node.database, "elsewhere").bookmark().current().tested())
                    .contains(TESTED);
        }

        @Test
        void keepsItAsItWasSent() throws Exception {
            Registered registered = register(reported("{'passed': 80, 'failed': 0, 'skipped': 4}"));

            assertThat(node.types.contractReport(registered.version()))
                    .get(BYTE_ARRAY)
                    .asString(StandardCharsets.UTF_8)
                    .contains("\"counts\":{\"passed\":80,\"failed\":0,\"skipped\":4}");
        }

        @Test
        void losesItWhenItIsRemoved() throws Exception {
            Registered registered = register(reported("{'passed': 80, 'failed': 0, 'skipped': 4}"));

            strict.remove(DEVELOPER, BOOKMARK);

            assertThat(node.types.contractReport(registered.version())).isEmpty();
        }

        @Test
        void isRefusedIfARuleWasBroken() throws Exception {
            byte[] archive = reported("{'passed': 79, 'failed': 1, 'skipped': 4}");

            assertThat(problem(() -> register(archive)).code().text()).isEqualTo("ContractTestsFailed");
        }

        @Test
        void isRefusedIfNothingWasTested() throws Exception {
            byte[] archive = reported("{'passed': 0, 'failed': 0, 'skipped': 84}");

            assertThat(problem(() -> register(archive)).code().text()).isEqualTo("ContractTestsFailed");
        }

        @Test
        void isRefusedIfTheReportIsOfOtherFiles() {
            byte[] archive = reported("0".repeat(64), "{'passed': 80, 'failed': 0, 'skipped': 4}");

            Problem problem = problem(() -> register(archive));

            assertThat(problem.code().text()).isEqualTo("ContractReportMismatch");
            assertThat(problem.message()).contains("0".repeat(64), "fairlead register --test DIR");
        }

        @Test
        void isRefusedIfTheReportIsNone() {
            byte[] archive = reported("what", "{'passed': -1, 'failed': 0}");

            assertThat(problem(() -> register(archive)).details())
                    .extracting(Problem.Detail::target)
                    .containsExactly(
                            "contract-report.json#/digest",
                            "contract-report.json#/counts/passed",
                            "contract-report.json#/counts/skipped");
        }
    }

    @Nested
    class AVersionWithoutAReport {

        @Test
        void isRefusedWithAdvice() {
            Problem problem = problem(() -> register(Archives.example()));

            assertThat(problem.code().text()).isEqualTo("ContractTestsRequired");
            assertThat(problem.message()).contains("fairlead register --test DIR", "--report FILE");
        }

        @Test
        void isRefusedByAStrictServerEvenIfTheCallerWishesIt() {
            assertThat(problem(() -> strict.register(
                                    DEVELOPER, Archives.example(), Terms.of(RegistrationGate.Tests.SKIPPED)))
                            .code()
                            .text())
                    .isEqualTo("ContractTestsRequired");
        }

        @Test
        void isRefusedInDevelopmentModeUnlessTheCallerWishesIt() {
            Problem problem = problem(() -> node.registrations.register(
                    DEVELOPER, Archives.example(), Terms.of(RegistrationGate.Tests.REPORTED)));

            assertThat(problem.message()).contains("--skip-tests");
            assertThat(node.register(Archives.example()).version().tested()).isEmpty();
        }

        @Test
        void canBeGivenOneLater() throws Exception {
            node.register(Archives.example());

            Registered again = register(reported("{'passed': 80, 'failed': 0, 'skipped': 4}"));

            assertThat(again.created()).isFalse();
            assertThat(again.version().tested()).isEqualTo(Optional.of(TESTED));
            assertThat(deeds()).containsExactly("RegisterType", "ReportContractTests");
        }

        @Test
        void isNotMadeTheDefaultByAStrictServer() {
            node.register(Archives.example());
            node.register(Archives.exampleWith("2026-11-01", "2026-12-01"));

            assertThat(problem(() -> strict.setDefault(DEVELOPER, BOOKMARK, 1))
                            .code()
                            .text())
                    .isEqualTo("ContractTestsRequired");
            assertThat(node.registrations.setDefault(DEVELOPER, BOOKMARK, 1).defaultVersion())
                    .isEqualTo(1);
        }
    }
}
