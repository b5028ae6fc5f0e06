package fairlead.server.registry.stack;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient;
import fairlead.server.registry.AwsClient.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A control plane with a simulated type, and a client of CloudFormation that drives it.
final class StackPlane implements AutoCloseable {

    static final String SHELF = "Test::Stack::Shelf";

    final Plane plane;
    final AwsClient aws;

    StackPlane(Path folder, String... options) {
        plane = Plane.start(folder, Duration.ofSeconds(1), options);
        plane.post("/fairlead/simulations", "application/zip", types());
        aws = new AwsClient(plane);
    }

    static byte[] types() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String ending : List.of(".json", ".behaviour.json", ".fairlead.json")) {
                zip.putNextEntry(new ZipEntry("shelf" + ending));
                try (InputStream file =
                        Objects.requireNonNull(StackPlane.class.getResourceAsStream("shelf" + ending))) {
                    file.transferTo(zip);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    Answer call(String action, String... parameters) {
        return aws.call(action, parameters);
    }

    /// Begins with an action, and waits for the end of what it has begun: the status of the stack then.
    String run(String stack, String action, String... parameters) {
        Answer begun = call(action, parameters);
        if (begun.status() != 200) {
            throw new IllegalStateException(begun.text());
        }
        return status(stack);
    }

    /// The status of a stack on which no operation works any more.
    String status(String stack) {
        while (true) {
            Answer answer = call("DescribeStacks", "StackName", stack);
            String status = answer.status() == 200 ? answer.value("StackStatus") : answer.value("Code");
            if (!status.endsWith("_IN_PROGRESS") || status.equals("REVIEW_IN_PROGRESS")) {
                return status;
            }
        }
    }

    /// The events of a stack, the first one first, as `logical id STATUS`.
    List<String> events(String stack) {
        Answer answer = call("DescribeStackEvents", "StackName", stack);
        List<String> keys = answer.values("LogicalResourceId");
        List<String> statuses = answer.values("ResourceStatus");
        return IntStream.range(0, keys.size())
                .mapToObj(i -> keys.get(i) + " " + statuses.get(i))
                .toList()
                .reversed();
    }

    @Override
    public void close() {
        aws.close();
        plane.close();
    }
}
