package fairlead.server.stack.set;

import fairlead.schema.PropertyPath;
import fairlead.schema.draft07.Place;
import fairlead.server.resource.record.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Which resources of a set have to be there before others: those that a document names in `dependsOn`, what a resource
/// is nested in or extends, and what its properties refer to, by an id or where the schema says so (`relationshipRef`
/// of the "CloudFormation resource type schema").
final class Dependencies {

    private final List<Member> members;
    private final Faults faults;
    private final Map<String, Member> byId = new HashMap<>();
    private final Map<String, List<Member>> byName = new HashMap<>();

    /// By which property of which type a value means a resource.
    private record Meaning(String type, String pointer, String value) {}

    private final Map<Meaning, Member> byValue = new HashMap<>();

    Dependencies(List<Member> members, Faults faults) {
        this.members = members;
        this.faults = faults;
        for (Member member : members) {
            byId.put(member.id().key(), member);
            byName.computeIfAbsent(lower(member.id().name()), _ -> new ArrayList<>())
                    .add(member);
            member.desired().forEachEntry((name, value) -> mean(member, "/" + name, value));
            List<PropertyPath> named = member.type().namedBy();
            if (!named.isEmpty()) {
                mean(member, named.getLast().modelPointer(), member.id().name());
            }
        }
    }

    private void mean(Member member, String pointer, JsonNode value) {
        if (value.isString()) {
            mean(member, pointer, value.stringValue());
        }
    }

    private void mean(Member member, String pointer, String value) {
        byValue.putIfAbsent(new Meaning(member.type().name().toString(), pointer, value), member);
    }

    private static String lower(String text) {
        return text.toLowerCase(java.util.Locale.ROOT);
    }

    /// By the keys of the resources, the keys of those that they need.
    Map<String, SequencedSet<String>> all() {
        Map<String, SequencedSet<String>> needs = new LinkedHashMap<>();
        for (Member member : members) {
            SequencedSet<String> own = new LinkedHashSet<>();
            named(member, own);
            member.id().above().ifPresent(above -> need(byId.get(above.key()), member, own));
            member.desired()
                    .forEachEntry((name, value) ->
                            refer(member, value, member.type().schema().root().property(name), own));
            needs.put(member.key(), own);
        }
        requireOrder(needs);
        return needs;
    }

    private static void need(@org.jspecify.annotations.Nullable Member target, Member member, Set<String> needs) {
        if (target != null && !target.key().equals(member.key())) {
            needs.add(target.key());
        }
    }

    // -- what a document says ---------------------------------------------------------------------------------------

    private void named(Member member, Set<String> needs) {
        for (int i = 0; i < member.dependsOn().size(); i++) {
            String asked = member.dependsOn().get(i);
            String pointer = member.pointer() + "/dependsOn/" + i;
            List<Member> found = meant(asked);
            switch (found.size()) {
                case 1 -> need(found.getFirst(), member, needs);
                case 0 ->
                    faults.add(
                            pointer,
                            "expected the id of a resource of the set, its type and name such as"
                                    + " Fairlead.Lab/things/a, or its name; found '" + asked
                                    + "', which is none of it");
                default ->
                    faults.add(
                            pointer,
                            "'" + asked + "' is the name of several: "
                                    + String.join(
                                            ", ",
                                            found.stream().map(Member::key).toList()));
            }
        }
    }

    private List<Member> meant(String asked) {
        Member ofId = byId.get(ResourceId.key(asked));
        if (ofId != null) {
            return List.of(ofId);
        }
        List<Member> ofKey = members.stream()
                .filter(member -> member.key().equalsIgnoreCase(asked))
                .toList();
        return ofKey.isEmpty() ? byName.getOrDefault(lower(asked), List.of()) : ofKey;
    }

    // -- what properties refer to -----------------------------------------------------------------------------------

    private void refer(Member member, JsonNode value, Optional<Place> place, Set<String> needs) {
        if (value.isString()) {
            String text = value.stringValue();
            if (text.startsWith("/")) {
                need(byId.get(ResourceId.key(text)), member, needs);
            }
            place.stream()
                    .flatMap(one -> one.sources().stream())
                    .map(source -> source.path("relationshipRef"))
                    .filter(JsonNode::isObject)
                    .map(relation -> new Meaning(
                            relation.path("typeName").asString(""),
                            relation.path("propertyPath").asString("").replaceFirst("^/properties", ""),
                            text))
                    .forEach(meaning -> need(byValue.get(meaning), member, needs));
            return;
        }
        value.forEachEntry((name, part) -> refer(member, part, place.flatMap(one -> one.property(name)), needs));
        if (value.isArray()) {
            value.forEach(item -> refer(member, item, place.flatMap(Place::item), needs));
        }
    }

    // -- an order ---------------------------------------------------------------------------------------------------

    private void requireOrder(Map<String, SequencedSet<String>> needs) {
        Set<String> left = new TreeSet<>(needs.keySet());
        boolean more = true;
        while (more) {
            more = left.removeIf(key ->
                    needs.getOrDefault(key, new LinkedHashSet<>()).stream().noneMatch(left::contains));
        }
        members.stream()
                .filter(member -> left.contains(member.key()))
                .findFirst()
                .ifPresent(member ->
                        faults.add(member.pointer(), "these resources need each other: " + String.join(", ", left)));
    }
}
