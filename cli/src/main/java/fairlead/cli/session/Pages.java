package fairlead.cli.session;

import fairlead.cli.http.Answer;
import fairlead.cli.terminal.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A list of the server, page after page until its end or a limit.
public final class Pages {

    private final Session session;
    private final String first;
    private final int limit;

    public Pages(Session session, String first, int limit) {
        this.session = session;
        this.first = first;
        this.limit = limit;
    }

    /// All elements as trees.
    public List<JsonNode> trees() throws InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        Optional<String> next = Optional.of(first);
        while (next.isPresent() && all.size() < limit) {
            Answer page = session.server().get(next.get());
            warn(page);
            page.json().path("value").valueStream().limit(limit - all.size()).forEach(all::add);
            next = next(page);
        }
        return all;
    }

    /// Writes all elements as one JSON array, each as the server wrote it, page by page.
    public void printJson() throws InterruptedException {
        boolean whole = session.env().terminal().out();
        ByteArrayOutputStream held = new ByteArrayOutputStream();
        PrintStream target =
                whole ? new PrintStream(held, true, java.nio.charset.StandardCharsets.UTF_8) : session.out();
        target.print('[');
        int written = 0;
        Optional<String> next = Optional.of(first);
        while (next.isPresent() && written < limit) {
            Answer page = session.server().get(next.get());
            warn(page);
            for (byte[] element :
                    Json.elements(page.body()).stream().limit(limit - written).toList()) {
                target.print(written++ == 0 ? "" : ",\n");
                target.write(element, 0, element.length);
            }
            next = next(page);
        }
        target.print(']');
        if (whole) {
            target.flush();
            session.print(held.toByteArray());
        } else {
            target.println();
        }
    }

    /// A front leaves out what can't be reached, and says so.
    private void warn(Answer page) {
        List<String> unreachable = page.json()
                .path("unreachable")
                .valueStream()
                .map(location -> location.asString(""))
                .toList();
        if (!unreachable.isEmpty()) {
            session.note("incomplete: " + String.join(", ", unreachable) + " can't be reached");
        }
    }

    private static Optional<String> next(Answer page) {
        return Optional.of(page.json().path("nextLink").asString("")).filter(link -> !link.isEmpty());
    }
}
