package fairlead.server.region;

import fairlead.server.health.failstop.FailStop;
import fairlead.server.options.FrontOptions;
import fairlead.server.wiring.Sources;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;

/// Starts a front and keeps it running until the process is asked to end.
public final class Main {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(FrontOptions.help());
            return;
        }
        FrontOptions options;
        try {
            options = FrontOptions.parse(List.of(arguments));
        } catch (IllegalArgumentException | UncheckedIOException wrong) {
            System.err.println("fairlead: " + wrong.getMessage() + "; --help lists the options");
            System.exit(USAGE);
            return;
        }
        options.log().use();
        FailStop.turnOn();
        try {
            Sources sources = Sources.real();
            Front front = Front.start(options, sources.clock(), sources.requestIds());
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(front)));
            welcome(System.out, front, options);
        } catch (IllegalArgumentException | UncheckedIOException failure) {
            System.err.println("fairlead: " + failure.getMessage());
            System.exit(FAILED);
        }
    }

    /// SIGTERM and SIGINT are how one is asked to end, so they are no failure: the process ends with 0.
    private static void stop(Front front) {
        front.close();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void welcome(PrintStream out, Front front, FrontOptions options) {
        out.printf("Fairlead listens on %s%n", front.url());
        options.cells().forEach((location, url) -> out.printf("  %-20s  %s%n", location, url));
        out.flush();
    }
}
