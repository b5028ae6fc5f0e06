package fairlead.server.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Something that has happened to a resource, to an operation or to an approval, at its place in the order of all
/// events.
public final class Event {

    /// What an event is about.
    public enum Kind {
        RESOURCE,
        OPERATION,
        /// An approval of a change was asked for, or decided.
        APPROVAL;

        /// The name on the wire, `resource` for example.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String PROVIDERS = "/providers/";

    private final long position;
    private final Kind kind;
    private final StoredEvent stored;
    private final String key;
    private final String type;
    private volatile byte @Nullable [] json;

    Event(long position, Kind kind, StoredEvent stored) {
        this.position = position;
        this.kind = kind;
        this.stored = stored;
        key = stored.id().toLowerCase(Locale.ROOT);
        type = type(stored.id());
    }

    /// The type in the address of a resource, `Fairlead.Lab/things` for example; empty in other addresses.
    private static String type(String id) {
        int begin = id.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        if (begin < 0) {
            return "";
        }
        List<String> parts = List.of(id.substring(begin + PROVIDERS.length()).split("/"));
        StringBuilder type = new StringBuilder(parts.getFirst());
        for (int i = 1; i < parts.size(); i += 2) {
            type.append('/').append(parts.get(i));
        }
        return type.toString();
    }

    /// Where it stands: greater than that of every event before it.
    public long position() {
        return position;
    }

    public Kind kind() {
        return kind;
    }

    public Instant at() {
        return stored.at();
    }

    /// What has happened: `Creating`, `Deleted`, `Accepted`, `Failed` and so on.
    public String change() {
        return kind == Kind.RESOURCE
                ? stored.what()
                : stored.operationPart().state().orElseThrow();
    }

    /// The address of the resource, or of what the operation works on.
    public String resourceId() {
        return stored.id();
    }

    /// That address in lower case, in which addresses are compared.
    String key() {
        return key;
    }

    /// The type of the resource, as it is in its address; empty for an operation on something else.
    public String resourceType() {
        return type;
    }

    /// Tells resources of the same address apart.
    String uid() {
        return stored.uid();
    }

    /// How often the resource has changed; 0 for an event of an operation.
    public long version() {
        return kind == Kind.RESOURCE ? stored.version() : 0;
    }

    /// The event as JSON, all but its `id`: the members, without the braces. Made once, for all who follow.
    public byte[] members() {
        byte[] made = json;
        if (made == null) {
            byte[] whole = JsonMapper.shared().writeValueAsString(object()).getBytes(StandardCharsets.UTF_8);
            made = Arrays.copyOfRange(whole, 1, whole.length - 1);
            json = made;
        }
        return made;
    }

    private ObjectNode object() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("time", stored.at().toString());
        object.put("kind", kind.wireName());
        object.put("change", change());
        object.put("resourceId", stored.id());
        if (!type.isEmpty()) {
            object.put("resourceType", type);
        }
        switch (kind) {
            case RESOURCE -> object.put("uid", stored.uid()).put("version", stored.version());
            case APPROVAL -> {}
            case OPERATION -> stored.operationPart().kind().ifPresent(name -> object.put("operationKind", name));
        }
        String subject = kind == Kind.APPROVAL ? "approval" : "operation";
        stored.operation().ifPresent(id -> object.put(subject, id));
        if (kind != Kind.RESOURCE) {
            stored.operationPart()
                    .detail()
                    .ifPresent(detail ->
                            object.setAll((ObjectNode) JsonMapper.shared().readTree(detail)));
        }
        object.put("requestId", stored.origin().requestId());
        object.put("correlationId", stored.origin().correlationId());
        stored.origin().clientRequestId().ifPresent(id -> object.put("clientRequestId", id));
        return object;
    }
}
