package fairlead.cloudformation.source;

import fairlead.cloudformation.fault.Faults;
import fairlead.schema.source.Position;
import fairlead.schema.text.JsonMistake;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads JSON in which no mapping has a name twice.
final class JsonReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(TemplateReader.DEEPEST)
                    .build())
            .build());

    private final JsonParser parser;
    private final Faults faults;

    private JsonReader(JsonParser parser, Faults faults) {
        this.parser = parser;
        this.faults = faults;
    }

    /// What is read; anything if there are faults.
    static Tree read(String text, Faults faults) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonReader reader = new JsonReader(parser, faults);
            Tree root = reader.part(parser.nextToken(), "");
            if (parser.nextToken() != null) {
                Position at = reader.here();
                faults.add(TemplateReader.notWellFormed("JSON", at), "", at);
            }
            return root;
        } catch (StreamConstraintsException e) {
            Position at = position(e.getLocation());
            boolean deep = String.valueOf(e.getOriginalMessage()).startsWith("Document nesting");
            String limit =
                    deep ? "expected at most " + TemplateReader.DEEPEST + " levels, found more" : JsonMistake.of(e);
            faults.add("Template format error: " + limit, "", at);
        } catch (JacksonException | NumberFormatException e) {
            Position at = e instanceof JacksonException json ? position(json.getLocation()) : Position.START;
            faults.add(TemplateReader.notWellFormed("JSON", at), "", at);
        }
        return new Tree.Scalar(NODES.nullNode(), Position.START);
    }

    private Tree part(JsonToken token, String pointer) {
        Position at = here();
        return switch (token) {
            case START_OBJECT -> mapping(at, pointer);
            case START_ARRAY -> {
                List<Tree> items = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    items.add(part(next, pointer + "/" + items.size()));
                }
                yield new Tree.Sequence(items, at);
            }
            default -> new Tree.Scalar(scalar(token), at);
        };
    }

    private Tree mapping(Position at, String pointer) {
        SequencedMap<String, Tree> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            Position named = here();
            String below = pointer + "/" + PointerSteps.escape(name);
            Tree member = part(parser.nextToken(), below).movedTo(named);
            Tree first = members.putIfAbsent(name, member);
            if (first != null) {
                faults.add(TemplateReader.duplicate(name, first.at(), named), below, named);
            }
        }
        return new Tree.Mapping(members, at);
    }

    private JsonNode scalar(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NUMBER_INT ->
                switch (parser.getNumberType()) {
                    case INT -> NODES.numberNode(parser.getIntValue());
                    case LONG -> NODES.numberNode(parser.getLongValue());
                    default -> NODES.numberNode(parser.getBigIntegerValue());
                };
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            default -> NODES.nullNode();
        };
    }

    private Position here() {
        return position(parser.currentTokenLocation());
    }

    private static Position position(TokenStreamLocation location) {
        return location == null
                ? Position.START
                : new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
