package fairlead.schema.draft07;

import fairlead.schema.text.Percent;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The schema documents that references can lead to, and the parts that `$id` names in them. Nothing is ever
/// fetched.
final class Documents {

    private static final List<String> MAPS = List.of("properties", "patternProperties", "definitions", "dependencies");
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf", "items");
    private static final List<String> SINGLES = List.of(
            "items",
            "additionalItems",
            "contains",
            "additionalProperties",
            "propertyNames",
            "not",
            "if",
            "then",
            "else");

    private final Map<String, JsonNode> documents;
    private final String itself;

    /// Where a URI with or without a plain name behind its `#` leads.
    private final Map<String, Compiler.Address> identified = new HashMap<>();

    /// The base URI that a schema sets for all below it.
    private final Map<Compiler.Address, String> bases = new HashMap<>();

    Documents(Map<String, JsonNode> documents, String itself) {
        this.documents = Map.copyOf(documents);
        this.itself = itself;
        this.documents.forEach((name, document) -> {
            if (namesAnything(document)) {
                identify(new Compiler.Address(name, ""), document, name);
            }
        });
    }

    Optional<JsonNode> find(String document) {
        return Optional.ofNullable(documents.get(document));
    }

    /// The schema at an address; a missing node if there is none.
    JsonNode at(Compiler.Address address) {
        return find(address.document())
                .orElseThrow(() -> new IllegalArgumentException("no document " + address.document()))
                .at(address.pointer());
    }

    /// Whether there is an `$id` anywhere; what only looks like one is sorted out by [#identify].
    private static boolean namesAnything(JsonNode document) {
        ArrayDeque<JsonNode> open = new ArrayDeque<>(List.of(document));
        while (!open.isEmpty()) {
            JsonNode node = open.pop();
            if (node.has("$id")) {
                return true;
            }
            for (JsonNode child : node) {
                if (child.isContainer()) {
                    open.push(child);
                }
            }
        }
        return false;
    }

    private record Part(Compiler.Address address, JsonNode schema, String base) {}

    private void identify(Compiler.Address root, JsonNode document, String name) {
        ArrayDeque<Part> open = new ArrayDeque<>(List.of(new Part(root, document, name)));
        while (!open.isEmpty()) {
            Part part = open.pop();
            JsonNode id = part.schema.path("$id");
            String base = id.isString() && !part.schema.has("$ref") ? enter(part, id.stringValue()) : part.base;
            children(part, base, open);
        }
    }

    /// Notes what an `$id` says, and gives the base below it.
    private String enter(Part part, String id) {
        String uri = resolve(part.base, id);
        int hash = uri.indexOf('#');
        String base = hash < 0 ? uri : uri.substring(0, hash);
        boolean isName = hash >= 0 && hash + 1 < uri.length();
        identified.putIfAbsent(isName ? uri : base, part.address);
        if (isName && id.startsWith("#")) {
            return part.base;
        }
        // With a name behind it, it is the base all the same: what is below refers to the whole by the base alone.
        if (!documents.containsKey(base)) {
            identified.putIfAbsent(base, part.address);
        }
        bases.put(part.address, base);
        return base;
    }

    private static void children(Part part, String base, ArrayDeque<Part> open) {
        JsonNode schema = part.schema;
        for (String keyword : MAPS) {
            Compiler.Address map = part.address.child(keyword);
            schema.path(keyword).forEachEntry((name, child) -> open.push(new Part(map.child(name), child, base)));
        }
        for (String keyword : LISTS) {
            JsonNode list = schema.path(keyword);
            for (int i = 0; list.isArray() && i < list.size(); i++) {
                open.push(new Part(part.address.child(keyword).child(i), list.get(i), base));
            }
        }
        for (String keyword : SINGLES) {
            if (schema.path(keyword).isObject()) {
                open.push(new Part(part.address.child(keyword), schema.path(keyword), base));
            }
        }
    }

    private String base(Compiler.Address address) {
        for (String pointer = address.pointer(); ; pointer = pointer.substring(0, pointer.lastIndexOf('/'))) {
            String base = bases.get(new Compiler.Address(address.document(), pointer));
            if (base != null) {
                return base;
            }
            if (pointer.isEmpty()) {
                return address.document();
            }
        }
    }

    /// Where a reference leads.
    sealed interface Target {

        record Found(Compiler.Address address) implements Target {}

        /// A fragment that is neither a pointer nor the name of a schema.
        record Malformed() implements Target {}

        /// A document that is not here.
        record Elsewhere() implements Target {}
    }

    Target resolve(Compiler.Address from, String reference) {
        int hash = reference.indexOf('#');
        String document = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : decode(reference.substring(hash + 1));
        String base = bases.isEmpty() ? from.document() : base(from);
        String uri = document.isEmpty() ? base : resolve(base, document);
        if (!fragment.isEmpty() && !fragment.startsWith("/")) {
            Compiler.Address named = identified.get(uri + "#" + fragment);
            return named == null ? new Target.Malformed() : new Target.Found(named);
        }
        boolean own = !document.isEmpty() && document.equals(itself);
        for (String name : document.isEmpty() ? List.of(uri) : List.of(own ? from.document() : document, uri)) {
            Optional<Compiler.Address> root = root(name);
            if (root.isPresent()) {
                Compiler.Address found = root.get();
                return new Target.Found(new Compiler.Address(found.document(), found.pointer() + fragment));
            }
        }
        return new Target.Elsewhere();
    }

    private Optional<Compiler.Address> root(String uri) {
        Compiler.Address known = identified.get(uri);
        if (known != null) {
            return Optional.of(known);
        }
        return documents.containsKey(uri) ? Optional.of(new Compiler.Address(uri, "")) : Optional.empty();
    }

    private static String decode(String fragment) {
        try {
            return Percent.decode(fragment);
        } catch (IllegalArgumentException e) {
            return fragment;
        }
    }

    private static String resolve(String base, String reference) {
        if (reference.startsWith("#")) {
            return base + reference;
        }
        try {
            return URI.create(base).resolve(reference).toString();
        } catch (IllegalArgumentException e) {
            return reference;
        }
    }
}
