package fairlead.server;

import fairlead.server.access.audit.AuditKeyException;
import fairlead.server.database.DatabaseException;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.options.Https;
import fairlead.server.options.Options;
import fairlead.server.secret.SealKeyException;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// Starts a control plane and keeps it running until the process is asked to end.
public final class Main {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Options.help());
            return;
        }
        Options options;
        try {
            options = Options.parse(List.of(arguments));
        } catch (IllegalArgumentException wrong) {
            System.err.println("fairlead: " + wrong.getMessage() + "; --help lists the options");
            System.exit(USAGE);
            return;
        }
        options.observability().log().use();
        FailStop.turnOn();
        try {
            ControlPlane plane = ControlPlane.start(options, Sources.real());
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(plane)));
            welcome(System.out, plane, options);
        } catch (DatabaseException | SealKeyException | AuditKeyException | UncheckedIOException failure) {
            System.err.println("fairlead: " + reason(failure, options));
            System.exit(FAILED);
        }
    }

    /// What a driver says names no place.
    private static String reason(RuntimeException failure, Options options) {
        return failure.getCause() instanceof SQLException
                        && options.storage().database().isEmpty()
                ? "can't start on the database in "
                        + options.storage().data().toAbsolutePath().normalize() + ": " + failure.getMessage()
                : String.valueOf(failure.getMessage());
    }

    /// SIGTERM and SIGINT are how one is asked to end, so they are no failure: the process ends with 0.
    private static void stop(ControlPlane plane) {
        int status = 0;
        try {
            plane.close();
        } catch (RuntimeException failure) {
            System.err.println("fairlead: " + failure.getMessage() + ": " + List.of(failure.getSuppressed()));
            status = FAILED;
        }
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }

    static void welcome(PrintStream out, ControlPlane plane, Options options) {
        String types = plane.types().all().stream()
                .map(type -> type.name() + " (" + type.current().armType() + ")")
                .collect(Collectors.joining("\n             "));
        String database = options.storage()
                .database()
                .map(url -> url.replaceFirst("//[^@/]*@", "//"))
                .orElseGet(() -> options.storage()
                        .data()
                        .resolve("fairlead.db")
                        .toAbsolutePath()
                        .normalize()
                        .toString());
        boolean required = options.authentication().required();
        out.printf(
                """
                Fairlead listens on %s
                  Mode       %s
                  Database   %s
                  Types      %s
                  AWS tools  %s

                """,
                plane.url(),
                required ? "callers sign in, and may do what roles allow" : "development: this machine only, no login",
                database,
                types,
                options.authentication()
                        .credentials()
                        .map(file -> "with the keys of " + file)
                        .orElse(
                                required
                                        ? "with no key: serve --credentials names some"
                                        : "with any key, which is not checked: development"));
        out.print(required ? signIn(plane) : first(options, plane));
        out.flush();
    }

    private static String signIn(ControlPlane plane) {
        return """
            Sign in, as the administrator whom fairlead bootstrap has made, or as a principal that was given a role:

              fairlead --server %s login --client-id ID --client-secret-file FILE

            """.formatted(plane.url());
    }

    private static String first(Options options, ControlPlane plane) {
        return """
            Create a first resource:

              curl%s -X PUT '%s/subscriptions/%s/resourceGroups/%s/providers/Fairlead.Lab/things/first?api-version=2026-11-01' \\
                -H 'Content-Type: application/json' -d '{"location": "%s", "properties": {"Text": "hello"}}'

            """.formatted(
                        trust(options),
                        plane.url(),
                        ControlPlane.DEVELOPMENT,
                        ControlPlane.DEFAULT_GROUP,
                        options.placement().locations().isEmpty()
                                ? "local"
                                : options.placement().locations().getFirst());
    }

    /// What curl needs to trust a certificate that signs itself.
    private static String trust(Options options) {
        return options.listening()
                        .tls()
                        .filter(Https.SelfSigned.class::isInstance)
                        .isPresent()
                ? " --cacert " + options.storage().data().resolve("server.crt")
                : "";
    }
}
