package fairlead.schema;

import fairlead.schema.References.Place;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes one document of a schema and the parts of other documents that it refers to: each such part becomes a
/// definition, so that every reference leads to a place within the document.
final class SelfContainedSchema {

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");
    private static final int LONGEST_NAME = 48;

    private final String home;
    private final References references;
    private final ObjectNode whole;
    private final ObjectNode definitions;
    private final Map<Place, String> names = new HashMap<>();
    private final ArrayDeque<Place> open = new ArrayDeque<>();

    private SelfContainedSchema(String home, ObjectNode document, References references) {
        this.home = home;
        this.references = references;
        this.whole = document.deepCopy();
        this.definitions =
                whole.get("definitions") instanceof ObjectNode known ? known : whole.putObject("definitions");
    }

    /// @param home the URI under which the document refers to itself
    /// @param references of the document, all of which were found; it is given back as it is if there are none
    static ObjectNode of(String home, ObjectNode document, References references) {
        return references.areLocal() ? document : new SelfContainedSchema(home, document, references).made();
    }

    private ObjectNode made() {
        List<JsonNode> own =
                new ArrayList<>(); // what is referred to becomes a definition, which is no time to walk them
        SchemaTree.forEach(whole, (_, schema) -> own.add(schema));
        own.forEach(schema -> refer(home, schema));
        while (!open.isEmpty()) {
            Place place = open.pop();
            JsonNode found = references.at(place);
            JsonNode part = found.isMissingNode() ? whole.objectNode() : found.deepCopy();
            if (part instanceof ObjectNode object) {
                object.remove("$id");
                if (object.path("type").asString("").equals("RESOURCE")) {
                    object.remove("type");
                }
            }
            SchemaTree.within("", part, (_, schema) -> refer(place.document(), schema));
            definitions.set(names.getOrDefault(place, ""), part);
        }
        return whole;
    }

    private void refer(String from, JsonNode schema) {
        if (!(schema instanceof ObjectNode object) || !object.path("$ref").isString()) {
            return;
        }
        String reference = object.path("$ref").stringValue();
        Place place = references.target(from, reference);
        if (!references.isHome(place)) {
            object.put("$ref", "#/definitions/" + names.computeIfAbsent(place, this::named));
        } else if (!from.equals(home) || !References.isLocal(reference)) {
            object.put("$ref", "#" + encoded(place.pointer()));
        }
    }

    /// `AwsEc2VpcId` for `aws-ec2-vpc.json#/properties/Id`; with a number behind it where that is taken.
    private String named(Place place) {
        open.add(place);
        String path = place.document().substring(place.document().lastIndexOf('/') + 1);
        String text = path.replaceFirst("\\.(json|yaml|yml)$", "")
                + place.pointer().replaceAll("/(properties|definitions|items)(?=/|$)", " ");
        StringBuilder name = new StringBuilder();
        for (Matcher word = WORD.matcher(text); word.find() && name.length() < LONGEST_NAME; ) {
            name.append(Character.toUpperCase(word.group().charAt(0)))
                    .append(word.group().substring(1));
        }
        name.setLength(Math.min(name.length(), LONGEST_NAME));
        String free = name.toString();
        for (int i = 2; free.isEmpty() || definitions.has(free); i++) {
            free = name.toString() + i;
        }
        definitions.putObject(free);
        return free;
    }

    private static String encoded(String pointer) {
        try {
            return new URI(null, null, pointer).getRawFragment();
        } catch (URISyntaxException impossible) {
            return pointer;
        }
    }
}
