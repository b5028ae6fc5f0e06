package fairlead.schema;

import fairlead.schema.draft07.Flaw;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The documents that a schema refers to, directly or through others, as far as it needs them.
final class References {

    private static final int MOST_DOCUMENTS = 100;
    private static final int MOST_PLACES = 20_000;

    private final String home;
    private final ObjectNode document;
    private final Documents others;
    private final Map<String, JsonNode> found = new HashMap<>();
    /// For each document, the reference of this one that leads there.
    private final Map<String, String> reasons = new HashMap<>();
    private final Set<Place> seen = new HashSet<>();
    private final ArrayDeque<Place> open = new ArrayDeque<>();
    private final List<Finding> unresolved = new ArrayList<>();

    /// A part of another document.
    private record Place(String document, String pointer) {}

    /// @param home the URI under which the document refers to itself
    References(String home, ObjectNode document, Documents others) {
        this.home = home;
        this.document = document;
        this.others = others;
    }

    References gather() {
        SchemaTree.forEach(document, (at, schema) -> refer(home, schema.path("$ref"), at + "/$ref"));
        while (!open.isEmpty() && seen.size() < MOST_PLACES) {
            Place place = open.pop();
            JsonNode part = documents().getOrDefault(place.document, document).at(place.pointer);
            String reason = reasons.getOrDefault(place.document, "");
            SchemaTree.within("", part, (_, schema) -> refer(place.document, schema.path("$ref"), reason));
        }
        return this;
    }

    Map<String, JsonNode> documents() {
        return found;
    }

    List<Finding> unresolved() {
        return unresolved;
    }

    /// A flaw of another document, told at the reference that leads there.
    Flaw local(Flaw flaw) {
        String pointer = flaw.pointer();
        int hash = pointer.startsWith("/") ? -1 : pointer.indexOf('#');
        if (hash < 0) {
            return flaw;
        }
        String reason = reasons.getOrDefault(pointer.substring(0, hash), "");
        return new Flaw(flaw.kind(), reason, flaw.message() + " (in " + pointer + ")");
    }

    private void refer(String from, JsonNode node, String reason) {
        if (!node.isString()) {
            return;
        }
        String reference = node.stringValue();
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash);
        String pointer = hash < 0 ? "" : reference.substring(hash + 1);
        String uri = name.isEmpty() ? from : resolved(from, name);
        boolean itself = uri.equals(home) || name.equals(home) || name.equals(SchemaReader.ITSELF);
        if (itself || (!pointer.isEmpty() && !pointer.startsWith("/"))) {
            return;
        }
        if (found.containsKey(uri) || find(uri, name, reason)) {
            Place place = new Place(uri, pointer);
            if (seen.add(place)) {
                open.add(place);
            }
        }
    }

    private boolean find(String uri, String name, String reason) {
        if (found.size() >= MOST_DOCUMENTS) {
            unresolved.add(Finding.error(
                    "schema.ref-remote", reason, "expected at most " + MOST_DOCUMENTS + " documents, found more"));
            return false;
        }
        Lookup lookup;
        try {
            lookup = others.find(new URI(uri));
        } catch (java.net.URISyntaxException e) {
            lookup = new Lookup.Missing(List.of("'" + uri + "' is no URI"));
        }
        return switch (lookup) {
            case Lookup.Found(var other) -> {
                found.put(uri, other);
                reasons.putIfAbsent(uri, reason);
                yield true;
            }
            case Lookup.Missing(var why) -> {
                String message = "expected the document '" + name + "', found none; looked for " + uri + ": "
                        + String.join("; ", why);
                Finding finding = Finding.error("schema.ref-remote", reason, message);
                if (!unresolved.contains(finding)) {
                    unresolved.add(finding);
                }
                yield false;
            }
        };
    }

    private static String resolved(String base, String reference) {
        try {
            return URI.create(base).resolve(reference).toString();
        } catch (IllegalArgumentException e) {
            return reference;
        }
    }
}
