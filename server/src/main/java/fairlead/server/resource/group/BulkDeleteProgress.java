package fairlead.server.resource.group;

import fairlead.server.problem.Code;
import fairlead.server.resource.document.Documents;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The deletes of one round of a [BulkDelete] and their results, kept as the operation's progress.
public final class BulkDeleteProgress {

    private final int total;
    private final int began;
    private final Instant progressAt;
    private final Map<String, Optional<Refusal>> tried = new HashMap<>();

    /// Why a delete can't be begun, or came to nothing.
    ///
    /// @param passing whether a later attempt may succeed though nothing else changes
    record Refusal(Code code, String message, boolean passing) {}

    private BulkDeleteProgress(int total, int began, Instant progressAt) {
        this.total = total;
        this.began = began;
        this.progressAt = progressAt;
    }

    static BulkDeleteProgress first(int resources, Instant now) {
        return new BulkDeleteProgress(resources, resources, now);
    }

    /// @param left how many resources it begins with
    /// @param lastProgress when one vanished last
    BulkDeleteProgress next(int left, Instant lastProgress) {
        return new BulkDeleteProgress(total, left, lastProgress);
    }

    /// How many there were in the beginning.
    int total() {
        return total;
    }

    /// How many there were when this round began.
    int began() {
        return began;
    }

    Instant progressAt() {
        return progressAt;
    }

    boolean tried(String uid) {
        return tried.containsKey(uid);
    }

    Optional<Refusal> refusal(String uid) {
        return tried.getOrDefault(uid, Optional.empty());
    }

    void tries(String uid, Optional<Refusal> refusal) {
        tried.put(uid, refusal);
    }

    byte[] write() {
        return Documents.bytes(json());
    }

    public ObjectNode json() {
        ObjectNode json = Documents.empty();
        json.put("total", total);
        json.put("began", began);
        json.put("progressAt", progressAt.toString());
        ObjectNode all = json.putObject("tried");
        tried.forEach((uid, refusal) -> {
            ObjectNode one = all.putObject(uid);
            refusal.ifPresent(why -> one.put("code", why.code().text())
                    .put("message", why.message())
                    .put("passing", why.passing()));
        });
        return json;
    }

    public static Optional<BulkDeleteProgress> read(byte[] bytes) {
        return bytes.length == 0 ? Optional.empty() : Optional.of(read(Documents.object(bytes)));
    }

    public static BulkDeleteProgress read(ObjectNode json) {
        BulkDeleteProgress round = new BulkDeleteProgress(
                json.path("total").asInt(),
                json.path("began").asInt(),
                Instant.parse(json.path("progressAt").asString()));
        json.path("tried")
                .forEachEntry((uid, one) -> round.tries(
                        uid,
                        one.has("code")
                                ? Optional.of(new Refusal(
                                        Code.parse(one.path("code").asString()),
                                        one.path("message").asString(),
                                        one.path("passing").asBoolean()))
                                : Optional.empty()));
        return round;
    }
}
