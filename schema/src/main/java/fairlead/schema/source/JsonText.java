package fairlead.schema.source;

import fairlead.schema.source.Fault.Kind;
import fairlead.schema.source.Positions.Spot;
import fairlead.schema.text.DecimalMapper;
import fairlead.schema.text.JsonMistake;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON: one document, no name twice, no deeper than [Notation#DEEPEST].
final class JsonText {

    private static final JsonMapper STRICT = mapper(
            factory().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
    private static final JsonMapper LENIENT = mapper(factory().build());

    private JsonText() {}

    private static JsonFactoryBuilder factory() {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Notation.DEEPEST)
                        .build());
    }

    private static JsonMapper mapper(JsonFactory factory) {
        return new DecimalMapper(JsonMapper.builder(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
    }

    static Source read(String text) {
        try {
            return document(text, STRICT.readTree(text), List.of());
        } catch (StreamConstraintsException e) {
            boolean deep = e.getOriginalMessage().startsWith("Document nesting");
            String limit = deep ? "expected at most " + Notation.DEEPEST + " levels, found more" : JsonMistake.of(e);
            return Notation.malformed(Kind.LIMITS, limit, new Places().end(text));
        } catch (JacksonException e) {
            String message = e.getOriginalMessage();
            if (message.startsWith("Duplicate")) {
                return withDuplicates(text);
            }
            boolean trailing = message.startsWith("Trailing");
            return Notation.malformed(
                    Kind.JSON,
                    trailing ? "expected one document, found text behind it" : JsonMistake.of(e),
                    position(e.getLocation()));
        }
    }

    private static Source document(String text, JsonNode root, List<Fault> faults) {
        return root.isMissingNode()
                ? Notation.malformed(Kind.JSON, "expected a JSON document, found nothing", Position.START)
                : new Source.Document(root, faults, () -> new Places().read(text));
    }

    /// The rest of the document can still be looked at.
    private static Source withDuplicates(String text) {
        try {
            JsonNode root = LENIENT.readTree(text);
            Places places = new Places();
            places.read(text);
            return document(text, root, places.duplicates);
        } catch (JacksonException e) {
            return Notation.malformed(Kind.JSON, JsonMistake.of(e), position(e.getLocation()));
        }
    }

    private static Position position(TokenStreamLocation location) {
        return location == null
                ? Position.START
                : new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    /// Goes through a text that is known to be well-formed and notes where everything is.
    private static final class Places {

        private record Level(Spot spot, boolean array, String pointer) {}

        private final List<Fault> duplicates = new ArrayList<>();
        private final ArrayDeque<Level> open = new ArrayDeque<>();
        private Spot root = new Spot(Position.START);
        private String name = "";
        private Position named = Position.START;
        private Position last = Position.START;

        Positions read(String text) {
            try (JsonParser parser = LENIENT.createParser(text)) {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    take(parser, token, position(parser.currentTokenLocation()));
                }
            }
            return new Positions(root);
        }

        /// How far the text can be read.
        Position end(String text) {
            try {
                read(text);
            } catch (JacksonException e) {
                // Expected: it was refused before.
            }
            return last;
        }

        private void take(JsonParser parser, JsonToken token, Position at) {
            last = at;
            switch (token) {
                case PROPERTY_NAME -> name(parser.currentName(), at);
                case START_OBJECT, START_ARRAY -> {
                    Spot spot = add(at);
                    open.push(new Level(spot, token == JsonToken.START_ARRAY, pointer(spot)));
                }
                case END_OBJECT, END_ARRAY -> open.pop();
                default -> add(at);
            }
        }

        private void name(String text, Position at) {
            name = text;
            named = at;
            Level level = open.element();
            Spot first = level.spot.part(text);
            if (first != null) {
                duplicates.add(new Fault(
                        Kind.DUPLICATE_NAME,
                        level.pointer + "/" + PointerSteps.escape(text),
                        "expected each name once, found '" + text + "' again; it is in line "
                                + first.at().line() + " already",
                        at));
            }
        }

        private Spot add(Position at) {
            Level level = open.peek();
            Spot spot = new Spot(level == null || level.array ? at : named);
            if (level == null) {
                root = spot;
            } else {
                level.spot.put(level.array ? "" + level.spot.size() : name, spot);
            }
            return spot;
        }

        /// The pointer of what was added last.
        private String pointer(Spot spot) {
            Level level = open.peek();
            if (level == null || spot == root) {
                return "";
            }
            return level.pointer + "/" + (level.array ? "" + (level.spot.size() - 1) : PointerSteps.escape(name));
        }
    }
}
