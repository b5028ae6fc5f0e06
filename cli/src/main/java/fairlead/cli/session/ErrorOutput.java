package fairlead.cli.session;

import fairlead.cli.http.Problem;
import fairlead.cli.http.ServerCode;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;

/// Writes errors to the error stream.
public final class ErrorOutput {

    private ErrorOutput() {}

    /// Writes an error of the server: message and code, each of its details, and how to find it in the log.
    public static void print(Session session, Problem problem) {
        List<String> lines = new ArrayList<>();
        for (Problem.Detail detail : problem.details()) {
            lines.add(String.join("  ", List.of(detail.target(), detail.code(), detail.message()))
                    .strip());
        }
        problem.source().ifPresent(lines::add);
        String status = problem.status() == 0 ? "" : ", " + problem.status();
        boolean bare = problem.code().startsWith("HTTP ");
        if (ServerCode.RESOURCE_GROUP_NOT_FOUND.isOf(problem)) {
            lines.add("'fairlead groups NAME --make' makes a group");
        }
        if (ServerCode.RESOURCE_NOT_FOUND.isOf(problem)) {
            session.meant().ifPresent(lines::add);
        }
        print(session, problem.message() + (bare ? "" : " (" + problem.code() + status + ")"), lines);
    }

    public static void print(Session session, String message, List<String> lines) {
        Palette palette = session.errPalette();
        session.note(palette.red("error:") + " " + Text.line(message));
        lines.forEach(line -> session.note("  " + Text.line(line)));
    }
}
