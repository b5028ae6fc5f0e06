package fairlead.modelled;

import fairlead.smithy.convert.PropertyNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.StructureShape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Which members of an output say what identifies a resource.
///
/// Many services ask for a `networkIdentifier` and answer with an `id`: where no member has the name of the identifier,
/// one that says the same in other words stands for it.
final class Identity {

    private static final Pattern WORDS = Pattern.compile("(?=\\p{Lu})");

    private final Model model;
    private final ResourceShape resource;
    private final List<String> identifier;

    /// @param identifier the properties of the primary identifier
    Identity(Model model, ResourceShape resource, List<String> identifier) {
        this.model = model;
        this.resource = resource;
        this.identifier = List.copyOf(identifier);
    }

    /// What an output says of the identifier's properties; those of which it says nothing are missing.
    ObjectNode in(StructureShape output, JsonNode document) {
        ObjectNode found = JsonNodeFactory.instance.objectNode();
        for (String property : identifier) {
            places(output, property)
                    .map(place -> place.in(document))
                    .filter(value -> value.isValueNode() && !value.isNull())
                    .findFirst()
                    .ifPresent(value -> found.set(property, value));
        }
        return found;
    }

    /// A member of an output, or of a structure in it.
    private record Place(Optional<MemberShape> within, MemberShape member) {

        JsonNode in(JsonNode document) {
            JsonNode outer = within.map(wrapping -> document.path(wrapping.getMemberName()))
                    .orElse(document);
            return outer.path(member.getMemberName());
        }
    }

    /// The likeliest first.
    private Stream<Place> places(StructureShape output, String property) {
        return Stream.concat(Stream.of(property), otherNames(property).stream())
                .flatMap(name -> places(output)
                        .filter(place ->
                                PropertyNames.of(resource, place.member()).equals(name)));
    }

    private Stream<Place> places(StructureShape output) {
        Stream<Place> outer = output.members().stream().map(member -> new Place(Optional.empty(), member));
        Stream<Place> inner = output.members().stream()
                .flatMap(wrapping -> model.expectShape(wrapping.getTarget()).asStructureShape().stream()
                        .flatMap(structure -> structure.members().stream())
                        .map(member -> new Place(Optional.of(wrapping), member)));
        return Stream.concat(outer, inner);
    }

    /// `NetworkId`, `Id`, `NetworkArn` and `Arn` for `NetworkIdentifier`; the plain `Id` or `Arn` of an answer is that
    /// of the resource itself, and not of its parents.
    private Set<String> otherNames(String property) {
        boolean own = identifier.getLast().equals(property);
        Set<String> names = new LinkedHashSet<>();
        for (String word : words(property)) {
            String stem = property.replaceFirst("(Identifier|Id|Arn|Name|Version)$", "");
            names.add(stem + word);
            if (own) {
                endings(resource).forEach(ending -> names.add(ending + word));
                names.add(word);
            }
        }
        return names;
    }

    /// The name of a resource, then what is left of it without its first words: `DbInstance`, `Instance`.
    static List<String> endings(ResourceShape resource) {
        String kind = resource.getId().getName().replaceFirst("Resource$", "");
        List<String> parts = List.of(WORDS.split(kind));
        return IntStream.range(0, parts.size())
                .mapToObj(from -> String.join("", parts.subList(from, parts.size())))
                .toList();
    }

    /// Whether an output has something that says a property of the identifier; of what it is called, if it is called
    /// otherwise.
    Told told(StructureShape output, String property) {
        Optional<String> name = places(output, property)
                .map(place -> place.member().getMemberName())
                .findFirst();
        boolean same = places(output)
                .anyMatch(place -> PropertyNames.of(resource, place.member()).equals(property));
        return new Told(name.isPresent(), name.filter(_ -> !same));
    }

    /// @param standIn the member that stands for it under another name
    record Told(boolean isTold, Optional<String> standIn) {}

    private static List<String> words(String property) {
        if (property.endsWith("Identifier") || property.endsWith("Id")) {
            return property.endsWith("Id") ? List.of("Id", "Identifier") : List.of("Id", "Arn");
        }
        return Stream.of("Arn", "Version").filter(property::endsWith).toList();
    }
}
