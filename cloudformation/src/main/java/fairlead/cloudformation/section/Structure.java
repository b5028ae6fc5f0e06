package fairlead.cloudformation.section;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;

/// Holds the members of sections against the structure that they have to have.
public final class Structure {

    /// How the key of a loop begins.
    public static final String LOOP = "Fn::ForEach::";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]{1,255}");
    private static final Set<String> OF_RESOURCES = Set.of(
            "Type",
            "Properties",
            "DependsOn",
            "Condition",
            "Metadata",
            "DeletionPolicy",
            "UpdateReplacePolicy",
            "CreationPolicy",
            "UpdatePolicy");
    private static final Set<String> OF_OUTPUTS = Set.of("Value", "Description", "Condition", "Export");
    private static final Set<String> OF_RULES = Set.of("RuleCondition", "Assertions");

    private final Sections sections;
    private final Limits limits;
    private final Faults faults;

    /// @param sections loops that are still in them are passed over if the template may have loops
    public Structure(Sections sections, Limits limits, Faults faults) {
        this.sections = sections;
        this.limits = limits;
        this.faults = faults;
    }

    /// The resources whose structure is sound, in the order of the template.
    public List<Declared> resources() {
        count(Section.RESOURCES, limits.counts().resources());
        List<Declared> found = new ArrayList<>();
        each(Section.RESOURCES, "Resource", (id, tree, place) -> {
            if (!(tree instanceof Tree.Mapping body)) {
                fault("Template format error: Any Resources member must be an object.", place);
                return;
            }
            unknown(body, OF_RESOURCES, "Invalid template resource property", place);
            Tree type = body.members().get("Type");
            if (type == null) {
                fault(
                        "Template format error: [" + place.pointer()
                                + "] Every Resources object must contain a Type member.",
                        place);
                return;
            }
            if (type.text().isEmpty()) {
                fault(
                        "Template format error: [" + place.pointer() + "/Type] Every Type member must be a string.",
                        place.member("Type", type));
                return;
            }
            Declared declared = new Declared(id, type.text().get(), body, place);
            attributes(declared);
            found.add(declared);
        });
        for (Declared declared : found) {
            if (sections.members(Section.PARAMETERS).containsKey(declared.id())) {
                fault(
                        "Template format error: the name " + declared.id()
                                + " is that of a parameter and of a resource",
                        declared.place());
            }
        }
        return found;
    }

    private void attributes(Declared declared) {
        string(declared, "Condition");
        for (String policy : List.of("DeletionPolicy", "UpdateReplacePolicy")) {
            if (!sections.extended()) {
                string(declared, policy);
            }
        }
        for (String object : List.of("Properties", "Metadata", "CreationPolicy", "UpdatePolicy")) {
            Tree given = declared.body().members().get(object);
            if (given != null && !given.isNull() && !(given instanceof Tree.Mapping)) {
                fault(
                        "Template format error: [" + declared.place(object).pointer() + "] Every " + object
                                + " member must be an object.",
                        declared.place(object));
            }
        }
        Tree depends = declared.body().members().get("DependsOn");
        if (depends != null && !depends.isNull()) {
            boolean strings = depends.text().isPresent()
                    || (depends instanceof Tree.Sequence(var items, var _)
                            && items.stream().allMatch(item -> item.text().isPresent()));
            if (!strings) {
                fault(
                        "Template format error: DependsOn must be a string or list of strings.",
                        declared.place("DependsOn"));
            }
        }
    }

    private void string(Declared declared, String member) {
        Tree given = declared.body().members().get(member);
        if (given != null && !given.isNull() && given.text().isEmpty()) {
            fault("Template format error: Every " + member + " member must be a string.", declared.place(member));
        }
    }

    /// The outputs whose structure is sound, in the order of the template.
    public List<Declared> outputs() {
        count(Section.OUTPUTS, limits.counts().outputs());
        List<Declared> found = new ArrayList<>();
        each(Section.OUTPUTS, "Output", (id, tree, place) -> {
            if (!(tree instanceof Tree.Mapping body)) {
                fault("Template format error: Any Outputs member must be an object.", place);
                return;
            }
            unknown(body, OF_OUTPUTS, "Invalid template output property", place);
            if (!body.members().containsKey("Value")) {
                fault("Template format error: Every Outputs member must contain a Value object", place);
                return;
            }
            Declared declared = new Declared(id, "", body, place);
            string(declared, "Condition");
            string(declared, "Description");
            body.member("Export").filter(export -> !export.isNull()).ifPresent(export -> {
                if (!(export instanceof Tree.Mapping(var members, var _))
                        || !members.keySet().equals(Set.of("Name"))) {
                    fault(
                            "Template format error: Every Export must be an object with the member Name alone.",
                            declared.place("Export"));
                }
            });
            found.add(declared);
        });
        return found;
    }

    /// The rules whose structure is sound, in the order of the template.
    public List<Declared> rules() {
        List<Declared> found = new ArrayList<>();
        each(Section.RULES, "Rule", (id, tree, place) -> {
            if (!(tree instanceof Tree.Mapping body)) {
                fault("Template format error: Any Rules member must be an object.", place);
                return;
            }
            unknown(body, OF_RULES, "Invalid template rule property", place);
            if (!(body.members().get("Assertions") instanceof Tree.Sequence(var assertions, var _))
                    || assertions.isEmpty()
                    || !assertions.stream().allMatch(Structure::isAssertion)) {
                fault(
                        "Template format error: Every Rules member must contain a list of Assertions, each with an"
                                + " Assert and at most an AssertDescription, which is a string.",
                        place);
                return;
            }
            found.add(new Declared(id, "", body, place));
        });
        return found;
    }

    private static boolean isAssertion(Tree tree) {
        return tree.member("Assert").isPresent()
                && Set.of("Assert", "AssertDescription")
                        .containsAll(tree.membersOrNone().keySet())
                && tree.member("AssertDescription")
                        .map(text -> text.text().isPresent())
                        .orElse(true);
    }

    /// The conditions, in the order of the template.
    public SequencedMap<String, Tree> conditions() {
        SequencedMap<String, Tree> found = new LinkedHashMap<>();
        each(Section.CONDITIONS, "Condition", (id, tree, _) -> found.put(id, tree));
        return found;
    }

    /// The mappings whose structure is sound: attributes by name, key and attribute.
    public SequencedMap<String, Tree.Mapping> mappings() {
        count(Section.MAPPINGS, limits.counts().mappings());
        SequencedMap<String, Tree.Mapping> found = new LinkedHashMap<>();
        each(Section.MAPPINGS, "Mapping", (id, tree, place) -> {
            if (!(tree instanceof Tree.Mapping body)) {
                fault("Template format error: Every Mappings member " + id + " must be a map", place);
                return;
            }
            boolean sound = attributes(body, place);
            for (Map.Entry<String, Tree> key : body.members().entrySet()) {
                sound &= attributes(key.getKey(), key.getValue(), place.member(key.getKey(), key.getValue()));
            }
            if (sound) {
                found.put(id, body);
            }
        });
        return found;
    }

    private boolean attributes(String key, Tree tree, Place place) {
        if (!(tree instanceof Tree.Mapping attributes)) {
            fault("Template format error: Every Mappings member " + key + " must be a map", place);
            return false;
        }
        boolean sound = attributes(attributes, place);
        for (Map.Entry<String, Tree> attribute : attributes.members().entrySet()) {
            Tree value = attribute.getValue();
            boolean scalars = value.written().isPresent()
                    || (value instanceof Tree.Sequence(var items, var _)
                            && items.stream().allMatch(item -> item.written().isPresent()));
            if (!scalars && !value.isNull()) {
                fault(
                        "Template format error: Every Mappings attribute must be a String or a List.",
                        place.member(attribute.getKey(), value));
                sound = false;
            }
        }
        return sound;
    }

    private boolean attributes(Tree.Mapping mapping, Place place) {
        int most = limits.counts().attributes();
        if (mapping.members().size() > most) {
            fault(
                    "Template format error: Number of mapping attributes, "
                            + mapping.members().size() + ", is greater than maximum allowed, " + most,
                    place);
            return false;
        }
        return true;
    }

    private interface Visitor {
        void visit(String id, Tree tree, Place place);
    }

    private void each(Section section, String noun, Visitor visitor) {
        Place place = sections.place(section);
        sections.members(section).forEach((id, tree) -> {
            Place below = place.member(id, tree);
            boolean loops = section == Section.RESOURCES || section == Section.OUTPUTS || section == Section.CONDITIONS;
            if (id.startsWith(LOOP) && loops && sections.extended()) {
                return;
            }
            if (!NAME.matcher(id).matches()) {
                String wrong = id.length() > 255 ? " is longer than 255 characters." : " is non alphanumeric.";
                String hint = id.startsWith(LOOP) && loops
                        ? " Fn::ForEach needs the transform " + Sections.LANGUAGE_EXTENSIONS + "."
                        : "";
                fault("Template format error: " + noun + " name " + id + wrong + hint, below);
                if (id.startsWith(LOOP)) {
                    return;
                }
            }
            if (!tree.isNull()) {
                visitor.visit(id, tree, below);
            }
        });
    }

    private void unknown(Tree.Mapping body, Set<String> known, String words, Place place) {
        body.members().forEach((key, value) -> {
            if (!known.contains(key)) {
                fault(words + " '" + key + "'", place.member(key, value));
            }
        });
    }

    private void count(Section section, int most) {
        int found = sections.members(section).size();
        if (found > most) {
            fault(
                    "Template format error: Number of " + section.key().toLowerCase(java.util.Locale.ROOT) + ", "
                            + found + ", is greater than maximum allowed, " + most,
                    sections.place(section));
        }
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
