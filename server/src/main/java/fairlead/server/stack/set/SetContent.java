package fairlead.server.stack.set;

import fairlead.server.resource.document.Documents;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is kept of a set: its resources, each with the id, the type and the members that it was read with, so that no
/// type has to be registered to read it again.
///
/// @param kept the keys of those that the documents no longer have
record SetContent(SequencedMap<String, Entry> entries, Set<String> kept, Map<String, String> tags) {

    SetContent {
        entries = new LinkedHashMap<>(entries);
        kept = new LinkedHashSet<>(kept);
        tags = new LinkedHashMap<>(tags);
    }

    /// A resource.
    ///
    /// @param type its name, `Example::Web::Bookmark`
    /// @param needs keys of those that have to be there first
    /// @param pointer where its document stands; empty of one that is kept
    record Entry(String id, String type, SequencedSet<String> needs, ObjectNode desired, String pointer) {

        Entry wanting(ObjectNode other) {
            return new Entry(id, type, needs, other, pointer);
        }
    }

    static SetContent read(ObjectNode json) {
        SequencedMap<String, Entry> entries = new LinkedHashMap<>();
        for (JsonNode entry : json.path("resources")) {
            entries.put(
                    entry.path("key").asString(""),
                    new Entry(
                            entry.path("id").asString(""),
                            entry.path("type").asString(""),
                            new LinkedHashSet<>(texts(entry.path("needs"))),
                            entry.path("desired") instanceof ObjectNode desired ? desired : Documents.empty(),
                            entry.path("pointer").asString("")));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        json.path("tags").forEachEntry((name, value) -> tags.put(name, value.asString("")));
        return new SetContent(entries, new LinkedHashSet<>(texts(json.path("kept"))), tags);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asString("")));
        return texts;
    }

    ObjectNode write() {
        ObjectNode json = Documents.empty();
        ArrayNode resources = json.putArray("resources");
        entries.forEach((key, entry) -> {
            ObjectNode one = resources.addObject().put("key", key);
            one.put("id", entry.id()).put("type", entry.type());
            put(one.putArray("needs"), entry.needs());
            one.set("desired", entry.desired());
            one.put("pointer", entry.pointer());
        });
        put(json.putArray("kept"), kept);
        tags.forEach(json.putObject("tags")::put);
        return json;
    }

    private static void put(ArrayNode array, Collection<String> texts) {
        texts.forEach(array::add);
    }
}
