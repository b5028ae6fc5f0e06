package fairlead.simulation.azure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What is called so in an object, in whichever of its forms.
///
/// @param types the elements that describe it: several where the forms of a discriminated object differ in it
/// @param holders how many forms have it
record Member(String name, boolean required, boolean readOnly, boolean writeOnly, List<Integer> types, int holders) {

    private static final int REQUIRED = 1;
    private static final int READ_ONLY = 2;
    private static final int WRITE_ONLY = 4;

    /// The names that a schema can have.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,64}");

    Member {
        types = List.copyOf(types);
    }

    /// Whether a schema can name it. What it can't name is let through, for all objects are open.
    boolean isNameable() {
        return NAME.matcher(name).matches();
    }

    /// The members of objects, as if they were one: what not all have is not required of any.
    static List<Member> of(TypeDefinitions definitions, List<Integer> objects) {
        Map<String, Member> members = new LinkedHashMap<>();
        int forms = 0;
        for (int object : objects) {
            for (Map<String, Member> form : forms(definitions, object)) {
                forms++;
                form.values().forEach(member -> members.merge(member.name, member, Member::with));
            }
        }
        int all = forms;
        return members.values().stream()
                .map(member -> member.holders == all
                        ? member
                        : new Member(
                                member.name, false, member.readOnly, member.writeOnly, member.types, member.holders))
                .toList();
    }

    static Optional<Member> find(List<Member> members, String name) {
        return members.stream().filter(member -> member.name.equals(name)).findFirst();
    }

    private Member with(Member other) {
        List<Integer> both = new ArrayList<>(types);
        other.types.stream().filter(type -> !both.contains(type)).forEach(both::add);
        return new Member(
                name,
                required && other.required,
                readOnly && other.readOnly,
                writeOnly || other.writeOnly,
                both,
                holders + other.holders);
    }

    /// The members of each form that the object can have.
    private static List<Map<String, Member>> forms(TypeDefinitions definitions, int object) {
        JsonNode element = definitions.at(object);
        if (!definitions.kind(object).equals(TypeDefinitions.DISCRIMINATED)) {
            return List.of(declared(definitions, element.path("properties")));
        }
        List<Map<String, Member>> forms = new ArrayList<>();
        for (JsonNode reference : element.path("elements")) {
            for (Map<String, Member> form : forms(definitions, definitions.target(reference))) {
                Map<String, Member> whole = declared(definitions, element.path("baseProperties"));
                whole.putAll(form);
                forms.add(whole);
            }
        }
        return forms;
    }

    private static Map<String, Member> declared(TypeDefinitions definitions, JsonNode properties) {
        Map<String, Member> members = new LinkedHashMap<>();
        properties.forEachEntry((name, value) -> {
            int flags = value.path("flags").asInt(0);
            boolean readOnly = (flags & READ_ONLY) != 0;
            members.put(
                    name,
                    new Member(
                            name,
                            (flags & REQUIRED) != 0 && !readOnly,
                            readOnly,
                            (flags & WRITE_ONLY) != 0 && !readOnly,
                            List.of(definitions.target(value.path("type"))),
                            1));
        });
        return members;
    }
}
