package fairlead.schema;

import fairlead.schema.draft07.Flaw;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import fairlead.schema.text.NearestPointer;
import fairlead.schema.text.Percent;
import fairlead.schema.text.Spelling;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The documents that a schema refers to, directly or through others, as far as the schema needs them.
final class References {

    /// The name under which the schema of a list handler refers to the type's own properties.
    static final String ITSELF = "resource-schema.json";

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
    /// What the document itself was called.
    private final Set<String> names = new HashSet<>();
    private boolean local = true;

    /// A part of a document.
    record Place(String document, String pointer) {}

    /// @param home the URI under which the document refers to itself
    References(String home, ObjectNode document, Documents others) {
        this.home = home;
        names.add(home);
        this.document = document;
        this.others = others;
    }

    References gather() {
        SchemaTree.forEach(document, (at, schema) -> refer(home, schema.path("$ref"), at + "/$ref"));
        while (!open.isEmpty() && seen.size() < MOST_PLACES) {
            Place place = open.pop();
            String reason = reasons.getOrDefault(place.document, "");
            JsonNode part = at(place);
            SchemaTree.within("", part, (_, schema) -> refer(place.document, schema.path("$ref"), reason));
        }
        return this;
    }

    /// The other documents, by their URIs; among them may be this one under another.
    Map<String, JsonNode> documents() {
        return found;
    }

    /// Whether all references say that they lead to a place within.
    boolean areLocal() {
        return local;
    }

    /// The same without this one.
    Map<String, JsonNode> others() {
        Map<String, JsonNode> others = new HashMap<>(found);
        others.keySet().removeAll(names);
        return others;
    }

    /// Whether a place is in the document that has the references, whatever it was called.
    boolean isHome(Place place) {
        return names.contains(place.document);
    }

    /// What is there; a missing node if there is nothing.
    JsonNode at(Place place) {
        try {
            return document(place.document).at(place.pointer);
        } catch (IllegalArgumentException malformed) {
            return MissingNode.getInstance();
        }
    }

    private JsonNode document(String uri) {
        return found.getOrDefault(uri, document);
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
        local &= isLocal(reference);
        Place place = target(from, reference);
        String uri = place.document;
        boolean itself = uri.equals(home) && !found.containsKey(uri);
        if (!itself
                && (found.containsKey(uri) || find(uri, reference.replaceFirst("#.*", ""), reason))
                && seen.add(place)) {
            open.add(place);
        }
    }

    /// Whether a reference says that it leads to a place in its own document.
    static boolean isLocal(String reference) {
        return reference.startsWith("#") || reference.startsWith(ITSELF);
    }

    /// Where a reference in a document leads.
    Place target(String from, String reference) {
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash);
        String pointer = hash < 0 ? "" : decoded(reference.substring(hash + 1));
        boolean own = name.isEmpty() || name.equals(ITSELF);
        return new Place(own ? from : name.equals(home) ? home : resolved(from, name), pointer);
    }

    private static String decoded(String fragment) {
        try {
            return Percent.decode(fragment);
        } catch (IllegalArgumentException malformed) {
            return fragment;
        }
    }

    /// Whether the document is meant: it is published under that name.
    private boolean isPublished(URI uri) {
        String type = Documents.typeName(document);
        return !type.isEmpty() && Documents.fileName(type).equals(Documents.fileName(uri));
    }

    private boolean find(String uri, String name, String reason) {
        if (found.size() >= MOST_DOCUMENTS) {
            unresolved.add(Finding.error(
                    "schema.ref-remote", reason, "expected at most " + MOST_DOCUMENTS + " documents, found more"));
            return false;
        }
        Lookup lookup;
        try {
            URI wanted = new URI(uri);
            if (isPublished(wanted)) {
                names.add(uri);
            }
            lookup = names.contains(uri) ? new Lookup.Found(document) : others.find(wanted);
        } catch (URISyntaxException e) {
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
                        + String.join("; ", why) + local(name);
                Finding finding = Finding.error("schema.ref-remote", reason, message);
                if (!unresolved.contains(finding)) {
                    unresolved.add(finding);
                }
                yield false;
            }
        };
    }

    /// The place in this document that a reference without its `#` names.
    private String local(String name) {
        String pointer = name.startsWith("/") ? name : "/" + name;
        boolean exact = !document.at(pointer).isMissingNode();
        return Spelling.hint(
                (exact ? Optional.of(pointer) : NearestPointer.of(document, pointer)).map(found -> "#" + found));
    }

    private static String resolved(String base, String reference) {
        try {
            return URI.create(base).resolve(reference).toString();
        } catch (IllegalArgumentException e) {
            return reference;
        }
    }
}
