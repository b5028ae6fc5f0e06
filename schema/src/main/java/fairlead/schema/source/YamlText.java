package fairlead.schema.source;

import fairlead.schema.source.Fault.Kind;
import fairlead.schema.source.Positions.Spot;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads YAML 1.2 as far as it says what JSON can say: one document, names that are texts, no name twice, values of
/// JSON's types. Aliases are unfolded within a limit; none may lie in what it names.
final class YamlText {

    private static final int MOST_PARTS = 500_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(Notation.LONGEST)
            .setLabel("YAML")
            .build();

    private final Iterator<Event> events;
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, Optional<Part>> anchors = new HashMap<>();
    private int parts;

    /// A value with its place, and how many values it is made of.
    private record Part(JsonNode node, Spot spot, int size) {}

    /// Reading can't go on.
    private static final class Stop extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Fault fault;

        Stop(Fault fault) {
            super(fault.message(), null, false, false);
            this.fault = fault;
        }
    }

    private YamlText(Iterator<Event> events) {
        this.events = events;
    }

    static Source read(String text) {
        List<Source> read = new ArrayList<>();
        Optional<Source> malformed = reading(text, yaml -> read.add(yaml.document()));
        return malformed.orElseGet(read::getFirst);
    }

    static List<Source> readAll(String text) {
        List<Source> read = new ArrayList<>();
        Optional<Source> malformed = reading(text, yaml -> yaml.documents(read));
        malformed.ifPresent(read::add);
        return read;
    }

    /// Why the text can't be read to its end.
    private static Optional<Source> reading(String text, Consumer<YamlText> how) {
        try {
            how.accept(new YamlText(new Parse(SETTINGS).parseString(text).iterator()));
            return Optional.empty();
        } catch (Stop stop) {
            return Optional.of(new Source.Malformed(stop.fault));
        } catch (MarkedYamlEngineException e) {
            String context = e.getContext() == null ? "" : " " + e.getContext();
            return Optional.of(Notation.malformed(Kind.YAML, e.getProblem() + context, position(e.getProblemMark())));
        } catch (YamlEngineException e) {
            return Optional.of(Notation.malformed(Kind.YAML, String.valueOf(e.getMessage()), Position.START));
        }
    }

    /// Anchors are those of one document; how large all of them may be together is limited.
    private void documents(List<Source> into) {
        while (events.hasNext()) {
            if (events.next() instanceof DocumentStartEvent) {
                anchors.clear();
                faults.clear();
                Part whole = part(events.next(), "", 0);
                into.add(new Source.Document(whole.node, faults, () -> new Positions(whole.spot)));
            }
        }
    }

    private Source document() {
        Optional<Part> root = Optional.empty();
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof DocumentStartEvent) {
                if (root.isPresent()) {
                    throw stop("", event, "expected one document, found another behind it");
                }
                root = Optional.of(part(events.next(), "", 0));
            }
        }
        if (root.isEmpty()) {
            return Notation.malformed(Kind.YAML, "expected a YAML document, found nothing", Position.START);
        }
        Part whole = root.get();
        return new Source.Document(whole.node, faults, () -> new Positions(whole.spot));
    }

    private Part part(Event event, String pointer, int depth) {
        if (depth > Notation.DEEPEST) {
            throw new Stop(new Fault(
                    Kind.LIMITS, "", "expected at most " + Notation.DEEPEST + " levels, found more", position(event)));
        }
        if (event instanceof AliasEvent alias) {
            return alias(alias, pointer, depth);
        }
        Optional<String> anchor =
                event instanceof NodeEvent node ? node.getAnchor().map(Object::toString) : Optional.empty();
        anchor.ifPresent(name -> anchors.put(name, Optional.empty()));
        count(1, event);
        Part part = switch (event) {
            case MappingStartEvent start -> mapping(start, pointer, depth);
            case SequenceStartEvent start -> sequence(start, pointer, depth);
            case ScalarEvent scalar -> new Part(value(scalar, pointer), new Spot(position(event)), 1);
            default -> throw stop(pointer, event, "expected a value, found " + event);
        };
        anchor.ifPresent(name -> anchors.put(name, Optional.of(part)));
        return part;
    }

    private Part alias(AliasEvent alias, String pointer, int depth) {
        String name = alias.getAlias().toString();
        Optional<Part> named = anchors.getOrDefault(name, Optional.empty());
        if (named.isEmpty()) {
            String found = anchors.containsKey(name) ? "one within it" : "none";
            throw stop(pointer, alias, "expected the anchor '" + name + "' before its alias, found " + found);
        }
        Part part = named.get();
        count(part.size, alias);
        if (depth + height(part.node) > Notation.DEEPEST) {
            throw new Stop(new Fault(
                    Kind.LIMITS,
                    pointer,
                    "expected at most " + Notation.DEEPEST + " levels with the aliases, found more",
                    position(alias)));
        }
        return new Part(part.node.deepCopy(), part.spot, part.size);
    }

    private static int height(JsonNode node) {
        int height = 0;
        for (JsonNode part : node.values()) {
            height = Math.max(height, 1 + height(part));
        }
        return height;
    }

    private void count(int more, Event event) {
        parts += more;
        if (parts > MOST_PARTS) {
            throw new Stop(new Fault(
                    Kind.LIMITS,
                    "",
                    "expected at most " + MOST_PARTS + " values with the aliases, found more",
                    position(event)));
        }
    }

    private Part mapping(MappingStartEvent start, String pointer, int depth) {
        ObjectNode object = NODES.objectNode();
        Spot spot = new Spot(position(start));
        int size = 1;
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            Position at = position(next);
            String name = name(next, pointer);
            String below = pointer + "/" + PointerSteps.escape(name);
            Spot first = spot.part(name);
            if (first != null) {
                faults.add(new Fault(
                        Kind.DUPLICATE_NAME,
                        below,
                        "expected each name once, found '" + name + "' again; it is in line "
                                + first.at().line() + " already",
                        at));
            }
            Part value = part(events.next(), below, depth + 1);
            object.set(name, value.node);
            spot.put(name, value.spot.movedTo(at));
            size += value.size;
        }
        return new Part(object, spot, size);
    }

    private String name(Event event, String pointer) {
        if (event instanceof AliasEvent alias) {
            Optional<Part> named = anchors.getOrDefault(alias.getAlias().toString(), Optional.empty());
            if (named.isPresent() && named.get().node.isString()) {
                return named.get().node.stringValue();
            }
        }
        if (!(event instanceof ScalarEvent scalar)) {
            throw stop(pointer, event, "expected a name, found a key that is a list, an object or an alias of one");
        }
        if (scalar.isPlain() && !YamlValue.isText(scalar)) {
            faults.add(new Fault(
                    Kind.YAML,
                    pointer + "/" + PointerSteps.escape(scalar.getValue()),
                    "expected a name, found the key " + scalar.getValue()
                            + ", which is no text in YAML; put it in quotes",
                    position(event)));
        } else if (scalar.isPlain() && scalar.getValue().equals("<<")) {
            faults.add(new Fault(
                    Kind.YAML,
                    pointer + "/<<",
                    "expected a name, found the merge key <<, which YAML 1.2 does not have; repeat the members",
                    position(event)));
        }
        return scalar.getValue();
    }

    private Part sequence(SequenceStartEvent start, String pointer, int depth) {
        ArrayNode array = NODES.arrayNode();
        Spot spot = new Spot(position(start));
        int size = 1;
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            Position at = position(next);
            Part value = part(next, pointer + "/" + array.size(), depth + 1);
            spot.put("" + array.size(), value.spot.movedTo(at));
            array.add(value.node);
            size += value.size;
        }
        return new Part(array, spot, size);
    }

    private JsonNode value(ScalarEvent scalar, String pointer) {
        try {
            return YamlValue.of(scalar);
        } catch (IllegalArgumentException e) {
            faults.add(new Fault(Kind.YAML, pointer, String.valueOf(e.getMessage()), position(scalar)));
            return NODES.stringNode(scalar.getValue());
        }
    }

    private static Stop stop(String pointer, Event event, String message) {
        return new Stop(new Fault(Kind.YAML, pointer, message, position(event)));
    }

    private static Position position(Event event) {
        return position(event.getStartMark());
    }

    private static Position position(Optional<Mark> mark) {
        return mark.map(place -> new Position(place.getLine() + 1, place.getColumn() + 1))
                .orElse(Position.START);
    }
}
