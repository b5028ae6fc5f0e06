package fairlead.server.arm;

import fairlead.schema.text.JsonBytes;
import fairlead.server.http.Response;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `{"value": [...], "nextLink": "..."}`, without a `nextLink` on the last page.
final class ListJson {

    /// A page ends when it has grown to this many bytes.
    private static final int ENOUGH = 4 * 1024 * 1024;

    private static final byte[] BEGIN = JsonBytes.constant("{\"value\":[");
    private static final byte[] NEXT = JsonBytes.constant("],\"nextLink\":");

    private final JsonBytes json = new JsonBytes(4096);
    private boolean empty = true;

    ListJson() {
        json.add(BEGIN);
    }

    /// Where to write the next item.
    JsonBytes item() {
        if (!empty) {
            json.add(',');
        }
        empty = false;
        return json;
    }

    void add(ObjectNode item) {
        item().add(JsonMapper.shared().writeValueAsBytes(item));
    }

    boolean isFull() {
        return json.size() > ENOUGH;
    }

    Response end(Optional<String> nextLink) {
        if (nextLink.isPresent()) {
            json.add(NEXT).string(nextLink.get()).add('}');
        } else {
            json.add(']').add('}');
        }
        return Response.json(200, json.toBytes());
    }
}
