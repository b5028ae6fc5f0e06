package fairlead.cli.dev;

import fairlead.cli.address.Types;
import fairlead.cli.bundle.Build;
import fairlead.cli.bundle.Bundle;
import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.contract.ContractTests;
import fairlead.cli.contract.ContractTests.Tested;
import fairlead.cli.contract.ReportFiles;
import fairlead.cli.contract.TestOptions;
import fairlead.cli.contract.TestReport;
import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.http.UnreachableException;
import fairlead.cli.schema.ServerDocuments;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.contract.result.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// One cycle of `dev`: builds, tests and registers, and prints the result in a line.
final class DevCycle {

    private static final Pattern ALPHA = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})-alpha\\.(\\d{1,6})");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private final Session session;
    private final Path folder;
    private final TestOptions options;
    private final Optional<JsonNode> configuration;
    private String last = "";

    DevCycle(Session session, Path folder, TestOptions options, Optional<JsonNode> configuration) {
        this.session = session;
        this.folder = folder;
        this.options = options;
        this.configuration = configuration;
    }

    /// Whether all went well. What went wrong is said, and the next change may mend it.
    boolean take() throws InterruptedException {
        Instant begin = session.env().clock().instant();
        try {
            Build.of(session, folder).run();
            byte[] bundle = bundle();
            Tested tested = new ContractTests(session, folder, options, configuration, new ServerDocuments(session))
                    .run(bundle, Optional.empty());
            if (!tested.passed()) {
                tell(tested);
                return false;
            }
            JsonNode type = register(bundle, tested);
            say(
                    session.errPalette().green("✓"),
                    "%s: %d rules held; registered as version %s (%s)"
                            .formatted(
                                    tested.report().type(),
                                    tested.report().passed().size(),
                                    type.path("version").asString(""),
                                    took(begin)));
            return true;
        } catch (Refused refused) {
            say(session.errPalette().red("✗"), String.valueOf(refused.getMessage()));
        } catch (ProblemException refused) {
            ErrorOutput.print(session, refused.problem());
        } catch (UnreachableException away) {
            say(session.errPalette().red("✗"), "tests passed, but nothing was registered: " + away.getMessage());
        }
        return false;
    }

    /// The bundle, with an API version that the type does not have yet: `2026-11-01-alpha.3`. Without a server it is
    /// tested all the same.
    private byte[] bundle() throws InterruptedException {
        byte[] plain = Bundle.of(session, folder, RegistrationValues.NONE);
        String day = Bundle.document(plain, "fairlead.json").path("apiVersion").asString("");
        String base =
                day.length() < 10 ? session.env().clock().instant().toString().substring(0, 10) : day.substring(0, 10);
        int last = 0;
        for (JsonNode version : versions(Bundle.document(plain, "schema.json"))) {
            Matcher alpha = ALPHA.matcher(version.path("apiVersion").asString(""));
            if (alpha.matches() && alpha.group(1).equals(base)) {
                last = Math.max(last, Integer.parseInt(alpha.group(2)));
            }
        }
        return Bundle.of(
                session, folder, RegistrationValues.of(Optional.of(base + "-alpha." + (last + 1)), Optional.empty()));
    }

    private JsonNode versions(JsonNode schema) throws InterruptedException {
        try {
            String path = Types.path(schema.path("typeName").asString("none"));
            return session.server().get(path).json().path("versions");
        } catch (ProblemException | UnreachableException none) {
            return MissingNode.getInstance();
        }
    }

    private JsonNode register(byte[] bundle, Tested tested) throws InterruptedException {
        byte[] sent = Bundle.with(new ReportFiles(tested).json(), bundle);
        Answer answer =
                session.server().ask(Request.of(Request.Method.POST, "/fairlead/types", "application/zip", sent));
        JsonNode type = answer.json();
        dropLast(type);
        last = type.path("version").asString("");
        return type;
    }

    /// Takes the version of the last turn away, unless a resource has it.
    private void dropLast(JsonNode type) throws InterruptedException {
        String path = Types.path(type.path("typeName").asString(""));
        if (!last.isEmpty() && !last.equals(type.path("version").asString(""))) {
            try {
                session.server().ask(Request.delete(path + "?version=" + last));
            } catch (ProblemException _) {
                // It stays as long as it is used.
            }
        }
    }

    private void tell(Tested tested) {
        TestReport.summary(session, tested);
        tested.report().failed().stream().limit(3).map(DevCycle::line).forEach(line -> session.note("  " + line));
        session.note("  not registered; 'fairlead test " + folder + "' shows everything");
    }

    private static String line(Result.Failed failed) {
        return failed.rule().id() + "  " + failed.failures().getFirst().found();
    }

    private void say(String mark, String what) {
        session.note(TIME.format(session.env().clock().instant()) + " " + mark + " " + what);
    }

    private String took(Instant begin) {
        return Ages.took(Duration.between(begin, session.env().clock().instant()));
    }
}
