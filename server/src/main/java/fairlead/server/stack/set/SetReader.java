package fairlead.server.stack.set;

import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.type.AccountTypes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads the documents of a set: JSON or YAML, one resource each, or a list of some as GETs of lists answer it.
final class SetReader {

    private final AccountTypes types;
    private final StackPlace place;
    private final Keys keys;
    private final Faults faults;

    SetReader(AccountTypes types, StackPlace place, Keys keys, Faults faults) {
        this.types = types;
        this.place = place;
        this.keys = keys;
        this.faults = faults;
    }

    /// The resources, as far as they can be read.
    List<Member> read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<JsonNode> documents = new ArrayList<>();
        for (Source source : Notation.readAll("", bytes)) {
            switch (source) {
                case Source.Malformed(var fault) -> faults.add(fault.pointer(), where(fault) + fault.message());
                case Source.Document(var root, var wrong, var _) -> {
                    wrong.forEach(fault -> faults.add(fault.pointer(), where(fault) + fault.message()));
                    gather(root, documents);
                }
            }
        }
        List<Member> members = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        for (int i = 0; i < documents.size(); i++) {
            Optional<Member> member = new MemberReader(
                            documents.get(i), "/" + i, types.of(place.subscription()), place, faults)
                    .read(keys);
            member.filter(read -> isFirst(read, seen)).ifPresent(members::add);
        }
        return members;
    }

    private static String where(Fault fault) {
        return "line " + fault.position().line() + ", column "
                + fault.position().column() + ": ";
    }

    /// A document of nothing is none.
    private static void gather(JsonNode document, List<JsonNode> into) {
        if (document.isArray()) {
            into.addAll(document.values());
        } else if (document.path("value").isArray() && !document.has("type")) {
            into.addAll(document.path("value").values());
        } else if (!document.isNull()) {
            into.add(document);
        }
    }

    private boolean isFirst(Member member, Map<String, String> seen) {
        String other = seen.putIfAbsent(member.id().key(), member.pointer());
        if (other != null) {
            faults.addOnce(other, "the resource " + member.key() + " is here, and again in another document");
            faults.addOnce(member.pointer(), "the resource " + member.key() + " is in an earlier document already");
        }
        return other == null;
    }
}
