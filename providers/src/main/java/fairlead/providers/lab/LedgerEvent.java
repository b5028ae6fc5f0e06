package fairlead.providers.lab;

import fairlead.providers.lab.Ledger.State;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// One line of a [FileLedger]: [Created], [Updated], [Deleted] or [Counted].
sealed interface LedgerEvent {

    String id();

    /// Gives a thing a state.
    sealed interface Changed extends LedgerEvent {

        String token();

        State state();
    }

    record Created(String id, String token, State state, Instant at) implements Changed {}

    record Updated(String id, String token, State state, Instant at) implements Changed {}

    record Deleted(String id, String token, Instant at) implements LedgerEvent {}

    record Counted(String id, String occasion) implements LedgerEvent {}

    /// The line without its end.
    default byte[] line() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        switch (this) {
            case Created(String id, String token, State state, Instant at) ->
                state(line.put("event", "created"), id, token, state, at);
            case Updated(String id, String token, State state, Instant at) ->
                state(line.put("event", "updated"), id, token, state, at);
            case Deleted(String id, String token, Instant at) ->
                line.put("event", "deleted")
                        .put("at", at.toString())
                        .put("id", id)
                        .put("token", token);
            case Counted(String id, String occasion) ->
                line.put("event", "counted").put("id", id).put("occasion", occasion);
        }
        return JsonMapper.shared().writeValueAsBytes(line);
    }

    private static void state(ObjectNode line, String id, String token, State state, Instant at) {
        line.put("at", at.toString()).put("id", id).put("token", token);
        state.secretHash().ifPresent(hash -> line.put("secretSha256", hash));
        line.putRawValue("properties", new RawValue(state.properties()));
    }

    /// Throws [IllegalArgumentException] if the line is none of them.
    static LedgerEvent parse(byte[] line) {
        try {
            return event(members(line));
        } catch (JacksonException | DateTimeException damage) {
            throw new IllegalArgumentException(damage.getMessage(), damage);
        }
    }

    private static LedgerEvent event(Map<String, String> members) {
        String id = required(members, "id");
        return switch (required(members, "event")) {
            case "created" -> new Created(id, required(members, "token"), state(members), at(members));
            case "updated" -> new Updated(id, required(members, "token"), state(members), at(members));
            case "deleted" -> new Deleted(id, required(members, "token"), at(members));
            case "counted" -> new Counted(id, required(members, "occasion"));
            case String other -> throw new IllegalArgumentException("unknown event " + other);
        };
    }

    /// The properties are the last member, and stay the text that they are: a ledger of a million things is read
    /// at each start.
    private static Map<String, String> members(byte[] line) {
        Map<String, String> members = new HashMap<>();
        try (JsonParser parser = JsonMapper.shared().createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("properties")) {
                    int start = (int) parser.currentTokenLocation().getByteOffset();
                    members.put(name, new String(line, start, line.length - 1 - start, StandardCharsets.UTF_8));
                    break;
                }
                members.put(name, parser.getString());
            }
        }
        return members;
    }

    private static String required(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("without " + name);
        }
        return value;
    }

    private static Instant at(Map<String, String> members) {
        return Instant.parse(required(members, "at"));
    }

    private static State state(Map<String, String> members) {
        return new State(required(members, "properties"), Optional.ofNullable(members.get("secretSha256")));
    }
}
