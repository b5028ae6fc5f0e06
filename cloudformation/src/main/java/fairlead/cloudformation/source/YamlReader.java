package fairlead.cloudformation.source;

import fairlead.cloudformation.fault.Faults;
import fairlead.schema.source.Position;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
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
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads YAML as CloudFormation does: one document, the short forms of functions as their long forms, no merges and no
/// tags but those. Aliases are unfolded within a limit.
final class YamlReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Tree NOTHING = new Tree.Scalar(NODES.nullNode(), Position.START);

    private final Iterator<Event> events;
    private final long most;
    private final Faults faults;
    private final Map<String, Optional<Part>> anchors = new HashMap<>();
    private long size;

    /// A value, how much there is in it, and how many levels it has.
    private record Part(Tree tree, long size, int height) {}

    /// Reading can't go on.
    private static final class Stop extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Stop() {
            super(null, null, false, false);
        }
    }

    private YamlReader(Iterator<Event> events, long most, Faults faults) {
        this.events = events;
        this.most = most;
        this.faults = faults;
    }

    /// What is read; anything if there are faults.
    static Tree read(String text, int most, Faults faults) {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(Math.max(most, 1))
                .setLabel("template")
                .build();
        try {
            return new YamlReader(new Parse(settings).parseString(text).iterator(), most, faults).document();
        } catch (Stop stop) {
            return NOTHING;
        } catch (MarkedYamlEngineException e) {
            malformed(faults, position(e.getProblemMark()));
        } catch (YamlEngineException e) {
            malformed(faults, Position.START);
        }
        return NOTHING;
    }

    private static void malformed(Faults faults, Position at) {
        faults.add(TemplateReader.notWellFormed("YAML", at), "", at);
    }

    private Tree document() {
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
        return root.map(Part::tree).orElseGet(() -> {
            malformed(faults, Position.START);
            return NOTHING;
        });
    }

    private Part part(Event event, String pointer, int depth) {
        if (depth > TemplateReader.DEEPEST) {
            throw tooDeep(pointer, event);
        }
        if (event instanceof AliasEvent alias) {
            return alias(alias, pointer, depth);
        }
        Optional<String> anchor =
                event instanceof NodeEvent node ? node.getAnchor().map(Object::toString) : Optional.empty();
        anchor.ifPresent(name -> anchors.put(name, Optional.empty()));
        count(1, event);
        Part part = switch (event) {
            case MappingStartEvent start ->
                tagged(start.getTag(), Tag.MAP, event, pointer, mapping(start, pointer, depth));
            case SequenceStartEvent start ->
                tagged(start.getTag(), Tag.SEQ, event, pointer, sequence(start, pointer, depth));
            case ScalarEvent scalar -> scalar(scalar, pointer);
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
        if (depth + part.height > TemplateReader.DEEPEST) {
            throw tooDeep(pointer, alias);
        }
        return part;
    }

    private void count(long more, Event event) {
        size += more;
        if (size > most) {
            Position at = position(event);
            faults.add(
                    "Template format error: expected at most " + most
                            + " characters with the aliases unfolded, found more",
                    "",
                    at);
            throw new Stop();
        }
    }

    private Part mapping(MappingStartEvent start, String pointer, int depth) {
        SequencedMap<String, Tree> members = new LinkedHashMap<>();
        long total = 1;
        int height = 0;
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            Position at = position(next);
            String name = name(next, pointer);
            count(name.length(), next);
            String below = pointer + "/" + PointerSteps.escape(name);
            Part value = part(events.next(), below, depth + 1);
            Tree first = members.putIfAbsent(name, value.tree.movedTo(at));
            if (first != null) {
                faults.add(TemplateReader.duplicate(name, first.at(), at), below, at);
            }
            total += value.size + name.length();
            height = Math.max(height, 1 + value.height);
        }
        return new Part(new Tree.Mapping(members, position(start)), total, height);
    }

    private String name(Event event, String pointer) {
        if (event instanceof AliasEvent alias) {
            Optional<String> named = anchors.getOrDefault(alias.getAlias().toString(), Optional.empty())
                    .flatMap(part -> part.tree.text());
            if (named.isPresent()) {
                return named.get();
            }
        }
        if (!(event instanceof ScalarEvent scalar)) {
            throw stop(pointer, event, "expected a name, found a key that is a list or a mapping");
        }
        if (scalar.isPlain() && scalar.getValue().equals("<<")) {
            refuse(pointer + "/<<", event, "the merge key << is not supported; repeat the members");
        }
        String tag = scalar.getTag().orElse("!");
        if (!tag.equals("!") && !tag.equals(Tag.STR.getValue())) {
            refuse(pointer, event, "expected a name without a tag, found the tag " + shown(tag));
        }
        anchorOf(scalar);
        return scalar.getValue();
    }

    private void anchorOf(ScalarEvent name) {
        name.getAnchor()
                .ifPresent(anchor -> anchors.put(
                        anchor.toString(),
                        Optional.of(new Part(
                                new Tree.Scalar(NODES.stringNode(name.getValue()), position(name)),
                                name.getValue().length(),
                                0))));
    }

    private Part sequence(SequenceStartEvent start, String pointer, int depth) {
        List<Tree> items = new ArrayList<>();
        long total = 1;
        int height = 0;
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            Position at = position(next);
            Part value = part(next, pointer + "/" + items.size(), depth + 1);
            items.add(value.tree.movedTo(at));
            total += value.size;
            height = Math.max(height, 1 + value.height);
        }
        return new Part(new Tree.Sequence(items, position(start)), total, height);
    }

    private Part scalar(ScalarEvent event, String pointer) {
        String text = event.getValue();
        count(text.length(), event);
        String tag = event.getTag().orElse(event.isPlain() ? "" : "!");
        Position at = position(event);
        JsonNode value = NODES.stringNode(text);
        if (tag.isEmpty() || isCore(tag)) {
            try {
                JsonNode plain = Scalars.plain(text);
                boolean fits = tag.isEmpty()
                        || (tag.equals(Tag.INT.getValue()) && plain.isIntegralNumber())
                        || (tag.equals(Tag.FLOAT.getValue()) && plain.isNumber())
                        || (tag.equals(Tag.BOOL.getValue()) && plain.isBoolean())
                        || (tag.equals(Tag.NULL.getValue()) && plain.isNull());
                value = fits ? plain : value;
                if (!fits) {
                    refuse(pointer, event, "expected a value of the tag " + shown(tag) + ", found '" + text + "'");
                }
            } catch (IllegalArgumentException e) {
                refuse(pointer, event, String.valueOf(e.getMessage()));
            }
            return new Part(new Tree.Scalar(value, at), text.length() + 1L, 0);
        }
        Part part = new Part(new Tree.Scalar(value, at), text.length() + 1L, 0);
        return tag.equals("!") || tag.equals(Tag.STR.getValue()) ? part : function(tag, event, pointer, part);
    }

    private static boolean isCore(String tag) {
        return tag.equals(Tag.INT.getValue())
                || tag.equals(Tag.FLOAT.getValue())
                || tag.equals(Tag.BOOL.getValue())
                || tag.equals(Tag.NULL.getValue());
    }

    private Part tagged(Optional<String> tag, Tag usual, Event event, String pointer, Part part) {
        String name = tag.orElse("!");
        return name.equals("!") || name.equals(usual.getValue()) ? part : function(name, event, pointer, part);
    }

    /// The long form of a function.
    private Part function(String tag, Event event, String pointer, Part argument) {
        Optional<Tree> form = ShortForm.of(tag, argument.tree);
        if (form.isEmpty()) {
            refuse(
                    pointer,
                    event,
                    "expected one of the short forms " + ShortForm.names() + ", found the tag " + shown(tag));
            return argument;
        }
        return new Part(form.get(), argument.size + 1, argument.height + 2);
    }

    private static String shown(String tag) {
        return tag.replace("tag:yaml.org,2002:", "!!");
    }

    private void refuse(String pointer, Event event, String reason) {
        Position at = position(event);
        faults.add(TemplateReader.notWellFormed("YAML", at) + ": " + reason, pointer, at);
    }

    private Stop stop(String pointer, Event event, String reason) {
        refuse(pointer, event, reason);
        return new Stop();
    }

    private Stop tooDeep(String pointer, Event event) {
        Position at = position(event);
        faults.add(
                "Template format error: expected at most " + TemplateReader.DEEPEST + " levels, found more",
                pointer,
                at);
        return new Stop();
    }

    private static Position position(Event event) {
        return position(event.getStartMark());
    }

    private static Position position(Optional<Mark> mark) {
        return mark.map(place -> new Position(place.getLine() + 1, place.getColumn() + 1))
                .orElse(Position.START);
    }
}
