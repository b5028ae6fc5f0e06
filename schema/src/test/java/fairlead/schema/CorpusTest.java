package fairlead.schema;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Loads every published schema below the folder that the system property `corpus` names; there are no tests while it is
/// empty.
class CorpusTest {

    private static final Duration LONGEST = Duration.ofSeconds(1);

    /// Published schemas that break a rule, and the rule: a definition that is nothing but a reference to itself, a list
    /// handler that requires a property it does not have, and paths to properties that are not (or no longer) there.
    private static final Map<String, String> KNOWN_BAD = Map.ofEntries(
            entry("aws-ec2-verifiedaccesstrustprovider.json", "schema.ref-cycle"),
            entry("aws-notifications-managednotificationadditionalchannelassociation.json", "schema.required-unknown"),
            entry("aws-ec2-instance.json", "schema.pointer-missing"),
            entry("aws-iam-virtualmfadevice.json", "schema.pointer-missing"),
            entry("aws-nimblestudio-streamingimage.json", "schema.pointer-missing"),
            entry("aws-opensearchservice-domain.json", "schema.pointer-missing"),
            entry("aws-sagemaker-cluster.json", "schema.pointer-missing"),
            entry("datadog-monitors-monitor.json", "schema.pointer-missing"),
            entry("aws-rds-dbinstance.json", "schema.pointer-missing"),
            entry("awscommunity-dynamodb-item.json", "schema.pointer-missing"),
            entry("pagerduty-schedules-schedule.json", "schema.pointer-missing"));

    @TestFactory
    Stream<DynamicTest> publishedSchemasLoad() throws IOException {
        String corpus = System.getProperty("corpus", "");
        if (corpus.isEmpty()) {
            return Stream.empty();
        }
        List<Path> files = new java.util.ArrayList<>();
        for (String folder : List.of("aws", "third-party")) {
            try (Stream<Path> tree = Files.walk(Path.of(corpus, "cfn", folder))) {
                tree.filter(file -> file.toString().endsWith(".json")).sorted().forEach(files::add);
            }
        }
        assertThat(files).as("schemas below %s", corpus).isNotEmpty();
        return files.stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> loads(file)));
    }

    private static void loads(Path file) throws IOException {
        byte[] json = Files.readAllBytes(file);
        long start = System.nanoTime();
        Loaded loaded = ResourceSchema.parse(json);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        List<String> errors = switch (loaded) {
            case Loaded.Valid _ -> List.of();
            case Loaded.Invalid(List<Finding> findings) ->
                findings.stream().filter(Finding::isError).map(Finding::toString).toList();
        };
        String known = KNOWN_BAD.get(file.getFileName().toString());
        if (known == null) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors).isNotEmpty().allSatisfy(error -> assertThat(error).contains(known));
        }
        assertThat(taken).isLessThan(LONGEST);
    }
}
