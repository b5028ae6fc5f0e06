package fairlead.cli.event;

import fairlead.cli.http.Server;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.server.access.audit.LogSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A log that a running server is asked for.
final class HttpLogSource implements LogSource {

    private static final String ADDRESS = "/fairlead/audit/";

    private final Server server;

    HttpLogSource(Server server) {
        this.server = server;
    }

    private JsonNode get(String what) {
        try {
            return server.get(ADDRESS + what).json();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refused(Exit.INTERRUPTED, "interrupted");
        }
    }

    @Override
    public About about() {
        JsonNode log = get("log");
        List<String> keys = new ArrayList<>();
        log.path("keys").forEach(key -> keys.add(key.asString("")));
        return new About(
                log.path("origin").asString(""),
                keys,
                log.path("firstOwn").asLong(0),
                log.path("pruned").asLong(0),
                log.has("lastGiven") ? Optional.of(log.path("lastGiven").asLong(0)) : Optional.empty());
    }

    @Override
    public List<Signed> checkpoints(long after) {
        return get("checkpoints?after=" + after)
                .path("value")
                .valueStream()
                .map(one ->
                        new Signed(one.path("size").asLong(0), one.path("note").asString("")))
                .toList();
    }

    @Override
    public Optional<Tile> tile(long number) {
        JsonNode tile = get("tiles/" + number);
        byte[] hashes = bytes(tile.path("hashes"));
        long[] numbers = tile.path("numbers")
                .valueStream()
                .mapToLong(one -> one.asLong(0))
                .toArray();
        return hashes.length == 0 ? Optional.empty() : Optional.of(new Tile(hashes, numbers));
    }

    @Override
    public List<Entry> entries(long after) {
        return get("entries?after=" + after)
                .path("value")
                .valueStream()
                .map(one -> new Entry(
                        one.path("number").asLong(0),
                        one.has("leafHash") ? Optional.of(bytes(one.path("leafHash"))) : Optional.empty(),
                        bytes(one.path("encoded")),
                        bytes(one.path("personalHash"))))
                .toList();
    }

    private static byte[] bytes(JsonNode text) {
        try {
            return Base64.getDecoder().decode(text.asString(""));
        } catch (IllegalArgumentException malformed) {
            throw new Refused(Exit.FAILED, "the server sent what is no base64: " + malformed.getMessage());
        }
    }
}
