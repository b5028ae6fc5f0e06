package fairlead.providers.disk;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.JsonNodeFactory;

/// Remembers for three days which operation deleted a resource, so that a delete which is repeated after a lost
/// answer is told "gone" and not "not found".
///
/// One folder a day, one small record a resource.
public final class DeletionLog {

    private static final int DAYS = 3;
    private static final String TOKEN = "token";

    private final Folder folder;

    /// @param folder where the days are kept
    public DeletionLog(Folder folder) {
        this.folder = folder;
    }

    /// Notes, before the resource is removed, that this operation removes it.
    public void dig(String thing, String token, Instant now) throws IOException {
        List<String> days = days(now);
        try (Folder today = folder.making(days.getFirst())) {
            today.record(Digest.of(thing), JsonNodeFactory.instance.objectNode().put(TOKEN, token));
        }
        for (String day : folder.names()) {
            if (day.compareTo(days.getLast()) < 0) {
                fill(day);
            }
        }
    }

    private void fill(String day) throws IOException {
        try (Folder old = folder.at(day)) {
            old.clear(() -> false);
        }
        folder.remove(day);
    }

    /// Whether it was this operation that removed the resource.
    public boolean tell(String thing, String token, Instant now) throws IOException {
        for (String day : days(now)) {
            if (folder.look(day).isPresent()) {
                try (Folder that = folder.at(day)) {
                    if (that.record(Digest.of(thing))
                            .filter(grave -> grave.path(TOKEN).asString("").equals(token))
                            .isPresent()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static List<String> days(Instant now) {
        LocalDate today = LocalDate.ofInstant(now.truncatedTo(ChronoUnit.DAYS), ZoneOffset.UTC);
        return IntStream.range(0, DAYS)
                .mapToObj(back -> today.minusDays(back).toString())
                .toList();
    }
}
