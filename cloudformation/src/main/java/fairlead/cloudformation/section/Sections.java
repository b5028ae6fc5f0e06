package fairlead.cloudformation.section;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.schema.source.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// A template by its sections.
///
/// @param description empty if there is none
/// @param transforms that it declares, in their order
/// @param bodies the sections that have members; those that are not there are not in it
public record Sections(Optional<String> description, List<String> transforms, Map<Section, Tree.Mapping> bodies) {

    /// The transform that brings loops, `Fn::Length` and `Fn::ToJsonString`.
    public static final String LANGUAGE_EXTENSIONS = "AWS::LanguageExtensions";

    private static final String VERSION = "2010-09-09";
    private static final int LONGEST_DESCRIPTION = 1024;
    private static final Tree.Mapping NONE = new Tree.Mapping(new LinkedHashMap<>(), Position.START);

    public Sections {
        transforms = List.copyOf(transforms);
        bodies = Map.copyOf(bodies);
    }

    /// Reads the sections and notes what is wrong with them.
    public static Sections read(Tree.Mapping root, Faults faults) {
        Reader reader = new Reader(faults);
        reader.everywhere(root, Place.ROOT);
        reader.unknown(root);
        reader.version(root);
        Map<Section, Tree.Mapping> bodies = new EnumMap<>(Section.class);
        for (Section section : List.of(
                Section.METADATA,
                Section.PARAMETERS,
                Section.RULES,
                Section.MAPPINGS,
                Section.CONDITIONS,
                Section.RESOURCES,
                Section.OUTPUTS)) {
            reader.body(root, section).ifPresent(body -> bodies.put(section, body));
        }
        Sections sections = new Sections(reader.description(root), reader.transforms(root), bodies);
        if (sections.members(Section.RESOURCES).isEmpty()
                && !root.member("Resources").filter(Tree::isNull).isPresent()) {
            faults.add(
                    "Template format error: At least one Resources member must be defined.",
                    "/Resources",
                    root.member("Resources").map(Tree::at).orElse(Position.START));
        }
        return sections;
    }

    /// Whether the template has loops, `Fn::Length` and `Fn::ToJsonString`.
    public boolean extended() {
        return transforms.contains(LANGUAGE_EXTENSIONS);
    }

    /// A section; without members if it is not there.
    public Tree.Mapping body(Section section) {
        return bodies.getOrDefault(section, NONE);
    }

    /// The members of a section.
    public Map<String, Tree> members(Section section) {
        return body(section).members();
    }

    /// The place of a section.
    public Place place(Section section) {
        return Place.ROOT.member(section.key(), body(section));
    }

    /// The same with another section.
    public Sections with(Section section, Tree.Mapping body) {
        Map<Section, Tree.Mapping> others = new EnumMap<>(Section.class);
        others.putAll(bodies);
        others.put(section, body);
        return new Sections(description, transforms, others);
    }

    private record Reader(Faults faults) {

        /// What is allowed nowhere: nulls, and macros.
        void everywhere(Tree tree, Place place) {
            switch (tree) {
                case Tree.Scalar scalar -> {
                    if (scalar.isNull()) {
                        fault("[" + place.pointer() + "] 'null' values are not allowed in templates", place);
                    }
                }
                case Tree.Sequence(var items, var _) -> {
                    for (int i = 0; i < items.size(); i++) {
                        everywhere(items.get(i), place.item(i, items.get(i)));
                    }
                }
                case Tree.Mapping(var members, var _) ->
                    members.forEach((name, member) -> {
                        Place below = place.member(name, member);
                        if (name.equals("Fn::Transform")) {
                            transform(member, below);
                        }
                        everywhere(member, below);
                    });
            }
        }

        private void transform(Tree definition, Place place) {
            Optional<String> name = definition.member("Name").flatMap(Tree::text);
            fault(name.map(Reader::unavailable).orElse("Key Name of transform definition must be a string."), place);
        }

        private static String unavailable(String transform) {
            return "Transform " + transform + " is not available on this server";
        }

        void unknown(Tree.Mapping root) {
            TreeSet<String> unknown = new TreeSet<>();
            for (Map.Entry<String, Tree> member : root.members().entrySet()) {
                if (member.getKey().equals("Hooks") || member.getKey().equals("Modules")) {
                    fault(
                            "Section " + member.getKey() + " is not available on this server",
                            Place.ROOT.member(member.getKey(), member.getValue()));
                } else if (Section.of(member.getKey()).isEmpty()) {
                    unknown.add(member.getKey());
                }
            }
            if (!unknown.isEmpty()) {
                String first = unknown.first();
                Tree member = root.member(first).orElse(root);
                fault("Invalid template property or properties " + unknown, Place.ROOT.member(first, member));
            }
        }

        void version(Tree.Mapping root) {
            Optional<Tree> version = root.member(Section.VERSION.key()).filter(given -> !given.isNull());
            if (version.isPresent()
                    && !version.get().text().filter(VERSION::equals).isPresent()) {
                fault(
                        "Template format error: unsupported value for AWSTemplateFormatVersion.",
                        Place.ROOT.member(Section.VERSION.key(), version.get()));
            }
        }

        Optional<String> description(Tree.Mapping root) {
            Optional<Tree> given = root.member("Description").filter(value -> !value.isNull());
            if (given.isEmpty()) {
                return Optional.empty();
            }
            Place place = Place.ROOT.member("Description", given.get());
            Optional<String> text = given.get().text();
            if (text.isEmpty()) {
                fault("Template format error: Every Description member must be a string.", place);
            } else if (text.get().getBytes(StandardCharsets.UTF_8).length > LONGEST_DESCRIPTION) {
                fault(
                        "Template format error: 'Description' length is greater than " + LONGEST_DESCRIPTION + ".",
                        place);
            }
            return text;
        }

        List<String> transforms(Tree.Mapping root) {
            List<String> names = new ArrayList<>();
            Optional<Tree> given = root.member("Transform").filter(value -> !value.isNull());
            if (given.isEmpty()) {
                return names;
            }
            Place place = Place.ROOT.member("Transform", given.get());
            List<Tree> all = given.get() instanceof Tree.Sequence(var items, var _) ? items : List.of(given.get());
            for (Tree one : all) {
                Optional<String> name = one.text().or(() -> one.member("Name").flatMap(Tree::text));
                if (name.isEmpty()) {
                    fault("Key Name of transform definition must be a string.", place);
                } else if (!name.get().equals(LANGUAGE_EXTENSIONS)) {
                    fault(unavailable(name.get()), place);
                } else if (names.contains(name.get())) {
                    fault("Transform " + name.get() + " is declared twice", place);
                }
                name.ifPresent(names::add);
            }
            return names;
        }

        Optional<Tree.Mapping> body(Tree.Mapping root, Section section) {
            Optional<Tree> given = root.member(section.key()).filter(value -> !value.isNull());
            if (given.isPresent() && !(given.get() instanceof Tree.Mapping)) {
                fault(
                        "Template format error: " + section.key() + " must be an object.",
                        Place.ROOT.member(section.key(), given.get()));
            }
            return given.filter(Tree.Mapping.class::isInstance).map(Tree.Mapping.class::cast);
        }

        private void fault(String message, Place place) {
            faults.add(message, place.pointer(), place.at());
        }
    }
}
