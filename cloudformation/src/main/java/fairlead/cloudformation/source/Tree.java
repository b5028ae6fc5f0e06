package fairlead.cloudformation.source;

import fairlead.schema.source.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A part of a template: [Scalar], [Mapping] or [Sequence]. Functions are in their long form.
public sealed interface Tree {

    /// Where it is in the text; of a member of a mapping, where its name is.
    Position at();

    /// The same elsewhere.
    Tree movedTo(Position place);

    /// The same as JSON.
    JsonNode json();

    /// A text, a number, a boolean, or null.
    record Scalar(JsonNode value, Position at) implements Tree {
        @Override
        public Scalar movedTo(Position place) {
            return new Scalar(value, place);
        }

        @Override
        public JsonNode json() {
            return value;
        }
    }

    /// Members by their names, in the order of the text.
    record Mapping(SequencedMap<String, Tree> members, Position at) implements Tree {

        public Mapping {
            members = Collections.unmodifiableSequencedMap(members);
        }

        /// With one member.
        public static Mapping of(String name, Tree member, Position at) {
            SequencedMap<String, Tree> members = new LinkedHashMap<>(2);
            members.put(name, member);
            return new Mapping(members, at);
        }

        @Override
        public Mapping movedTo(Position place) {
            return new Mapping(members, place);
        }

        @Override
        public ObjectNode json() {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            members.forEach((name, member) -> object.set(name, member.json()));
            return object;
        }
    }

    /// A list.
    record Sequence(List<Tree> items, Position at) implements Tree {

        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public Sequence movedTo(Position place) {
            return new Sequence(items, place);
        }

        @Override
        public ArrayNode json() {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            items.forEach(item -> array.add(item.json()));
            return array;
        }
    }

    /// The text that it is, if it is one.
    default Optional<String> text() {
        return this instanceof Scalar(var value, var _) && value.isString()
                ? Optional.of(value.stringValue())
                : Optional.empty();
    }

    /// How a text, a number or a boolean is written; empty for anything else.
    default Optional<String> written() {
        return this instanceof Scalar(var value, var _) && !value.isNull()
                ? Optional.of(value.asString())
                : Optional.empty();
    }

    /// Whether it is a null.
    default boolean isNull() {
        return this instanceof Scalar(var value, var _) && value.isNull();
    }

    /// Its member of that name, if it is a mapping that has one.
    default Optional<Tree> member(String name) {
        return this instanceof Mapping(var members, var _) ? Optional.ofNullable(members.get(name)) : Optional.empty();
    }

    /// Its members if it is a mapping, otherwise none.
    default Map<String, Tree> membersOrNone() {
        return this instanceof Mapping(var members, var _) ? members : Map.of();
    }
}
