package fairlead.schema;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.check.Checker;
import fairlead.schema.reference.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Loads every published schema below the folder that the system property `corpus` names.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class CorpusTest {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /// Published schemas that break a rule, and the rule: a definition that refers to nothing but itself, a list
    /// handler that requires a property it does not have, and paths to properties that are not there (or no longer
    /// are).
    private static final Map<String, String> KNOWN_BAD = Map.ofEntries(
            entry("aws/aws-ec2-verifiedaccesstrustprovider.json", "schema.ref-cycle"),
            entry(
                    "aws/aws-notifications-managednotificationadditionalchannelassociation.json",
                    "schema.required-unknown"),
            entry("aws/aws-ec2-instance.json", "schema.pointer-missing"),
            entry("aws/aws-iam-virtualmfadevice.json", "schema.pointer-missing"),
            entry("aws/aws-nimblestudio-streamingimage.json", "schema.pointer-missing"),
            entry("aws/aws-opensearchservice-domain.json", "schema.pointer-missing"),
            entry("aws/aws-sagemaker-cluster.json", "schema.pointer-missing"),
            entry("third-party/datadog-monitors-monitor.json", "schema.pointer-missing"),
            entry("third-party/aws-rds-dbinstance.json", "schema.pointer-missing"),
            entry("third-party/awscommunity-dynamodb-item.json", "schema.pointer-missing"),
            entry("third-party/pagerduty-schedules-schedule.json", "schema.pointer-missing"));

    @TestFactory
    Stream<DynamicTest> publishedSchemasLoad() {
        return Stream.concat(tests("aws", CorpusTest::loads), tests("third-party", CorpusTest::loads));
    }

    @TestFactory
    Stream<DynamicTest> whatTheReferenceCommandLineAcceptsLoads() {
        return tests(
                "cli-fixtures/valid",
                file -> assertThat(knownToTheReference(file)).isEmpty());
    }

    @TestFactory
    Stream<DynamicTest> whatTheReferenceCommandLineRefusesIsRefused() {
        return tests("cli-fixtures/invalid", CorpusTest::refuses);
    }

    /// All but the reserved word `remote`: a packaged schema has it, so that only the check of an author's file
    /// refuses it.
    private static void refuses(Path file) {
        if (file.endsWith("invalid_remote_reserved_word.json")) {
            assertThat(new Checker(Documents.none())
                            .check(file.toString(), bytes(file))
                            .errors())
                    .isPositive();
            return;
        }
        assertThat(knownToTheReference(file)).isNotEmpty();
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Without those about paths: the reference command line never asks whether they lead anywhere.
    private static List<String> knownToTheReference(Path file) {
        return errors(file).stream()
                .filter(error -> !error.contains("schema.pointer-missing") && !error.contains("schema.identifier-type"))
                .toList();
    }

    private static void loads(Path file) {
        // The processor's time rather than the clock's: other work on the machine is no fault of the schema.
        long start = THREADS.getCurrentThreadCpuTime();
        List<String> errors = errors(file);
        Duration taken = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
        String folder = file.toString().contains("third-party") ? "third-party/" : "aws/";
        String known = KNOWN_BAD.get(folder + file.getFileName());
        if (known == null) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors)
                    .isNotEmpty()
                    .allSatisfy(error -> assertThat(error).contains(known));
        }
        assertThat(taken).isLessThan(LONGEST);
    }

    private static List<String> errors(Path file) {
        return Schemas.findings(Schemas.read(file)).stream()
                .filter(Finding::isError)
                .map(Finding::toString)
                .toList();
    }

    private static Stream<DynamicTest> tests(String folder, Consumer<Path> test) {
        String corpus = System.getProperty("corpus", "");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(Path.of(corpus, "cfn", folder))) {
            tree.filter(file -> file.toString().endsWith(".json")).sorted().forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(files).as("schemas below %s", corpus).isNotEmpty();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> test.accept(file)));
    }
}
