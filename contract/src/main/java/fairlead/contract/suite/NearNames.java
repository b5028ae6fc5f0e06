package fairlead.contract.suite;

import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Operations.Ended;
import fairlead.generator.Size;
import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Names that are almost those of a thing: one part of several is another one, or the last letter is missing, or
/// there twice. Whoever says them does not mean the thing.
final class NearNames {

    private static final int TRIES = 5;
    private static final int MOST_OF_A_PART = 2;

    private final Bench bench;
    private final String identifier;
    private final ObjectNode input;
    private final ObjectNode model;
    private final List<ObjectNode> present;

    /// @param input what the thing was made with
    /// @param model what a read of it shows
    /// @param present what reads of all things show that are there, this one among them: their names are somebody's
    NearNames(Bench bench, String identifier, ObjectNode input, ObjectNode model, Collection<ObjectNode> present) {
        this.bench = bench;
        this.identifier = identifier;
        this.input = input;
        this.model = model;
        this.present = List.copyOf(present);
    }

    /// Reads do not find the thing by them, and it is neither updated nor deleted.
    void areNotItsOwn() {
        for (ObjectNode name : near(bench.schema.primaryIdentifier())) {
            if (isNobody(name)) {
                update(name);
                delete(name);
            }
        }
        bench.schema.additionalIdentifiers().stream()
                .flatMap(paths -> Stream.concat(near(paths).stream(), other(paths).stream()))
                .forEach(this::isNobody);
    }

    /// Whether a read says that there is no such thing.
    private boolean isNobody(ObjectNode name) {
        bench.findings.looked(Rule.READ_NOT_FOUND, "reads by almost the same name");
        Look look = bench.quiet().read(name, Optional.empty());
        if (look instanceof Look.Found(var found) && (isIt(found) || !isCalled(found, name))) {
            bench.findings.failed(
                    Rule.READ_NOT_FOUND,
                    "A read of %s, which never was, finds '%s'."
                            .formatted(
                                    said(name), bench.schema.identifier(found).orElse(identifier)));
        }
        return look instanceof Look.Missing;
    }

    /// Also if only the name is another one.
    private boolean isIt(ObjectNode found) {
        ObjectNode rest = nameless(found);
        return bench.schema.identifier(found).filter(identifier::equals).isPresent()
                || (!rest.isEmpty() && rest.equals(nameless(model)));
    }

    private static boolean isCalled(ObjectNode found, ObjectNode name) {
        return Models.leaves(name).stream()
                .allMatch(pointer -> found.at(pointer).equals(name.at(pointer)));
    }

    private ObjectNode nameless(ObjectNode model) {
        ObjectNode rest = model.deepCopy();
        bench.schema.primaryIdentifier().forEach(path -> path.remove(rest));
        return rest;
    }

    private void update(ObjectNode name) {
        if (!bench.isUpdatable() || bench.absence.updateIsWrong) {
            return;
        }
        ObjectNode desired = input.deepCopy();
        bench.schema.primaryIdentifier().stream()
                .filter(path -> path.value(input).isPresent())
                .forEach(path -> path.value(name).ifPresent(value -> path.set(desired, value.deepCopy())));
        bench.findings.looked(Rule.UPDATE_NOT_FOUND, "updates by almost the same name");
        Ended ended = bench.quiet().operations.update(name, desired, desired, desired, bench.token());
        if (ended.failure().isEmpty()) {
            bench.findings.failed(
                    Rule.UPDATE_NOT_FOUND, "An update of %s, which never was, succeeds.".formatted(said(name)));
        }
    }

    private void delete(ObjectNode name) {
        if (bench.absence.deleteIsWrong) {
            return;
        }
        bench.findings.looked(Rule.DELETE_NOT_FOUND, "deletes by almost the same name");
        Ended ended = bench.quiet().undisturbed().operations.delete(name, bench.token());
        if (ended.failure().isEmpty()) {
            boolean gone = bench.quiet().read(identifier) instanceof Look.Missing;
            bench.findings.failed(
                    Rule.DELETE_NOT_FOUND,
                    "A delete of %s, which never was, succeeds%s."
                            .formatted(said(name), gone ? ", and '" + identifier + "' is gone" : ""));
        }
    }

    private String said(ObjectNode name) {
        return bench.schema.identifier(name).map(id -> "'" + id + "'").orElseGet(name::toString);
    }

    // -- names ----------------------------------------------------------------------------------------------------

    /// Each differs from the thing's in one part.
    private List<ObjectNode> near(List<PropertyPath> paths) {
        List<ObjectNode> names = new ArrayList<>();
        if (Bench.hasAll(paths, model)) {
            ObjectNode own = Bench.select(paths, model);
            for (PropertyPath path : paths) {
                JsonNode part = path.value(own).orElseThrow();
                Stream<JsonNode> other = paths.size() > 1 ? another(path, part).stream() : Stream.empty();
                Stream<JsonNode> texts = Stream.concat(texts(part), texts(part).flatMap(NearNames::texts));
                Stream.concat(free(own, path, other), free(own, path, texts).limit(MOST_OF_A_PART))
                        .forEach(names::add);
            }
        }
        return names;
    }

    /// Names with another part, which none of those has that are there.
    private Stream<ObjectNode> free(ObjectNode own, PropertyPath path, Stream<JsonNode> parts) {
        return parts.map(part -> with(own, path, part)).filter(this::isFree);
    }

    private boolean isFree(ObjectNode name) {
        return present.stream().noneMatch(thing -> isCalled(thing, name));
    }

    private static Stream<JsonNode> texts(JsonNode part) {
        String text = part.asString("");
        if (!part.isString() || text.length() < 2) {
            return Stream.empty();
        }
        return Stream.of(text.substring(0, text.length() - 1), text + text.charAt(text.length() - 1))
                .map(JsonNodeFactory.instance::stringNode);
    }

    /// A name of which every part is another one; empty where callers do not choose it.
    private Optional<ObjectNode> other(List<PropertyPath> paths) {
        if (!Bench.hasAll(paths, model)) {
            return Optional.empty();
        }
        ObjectNode name = Bench.select(paths, model);
        for (PropertyPath path : paths) {
            Optional<JsonNode> other = another(path, path.value(name).orElseThrow());
            if (other.isEmpty()) {
                return Optional.empty();
            }
            path.set(name, other.get().deepCopy());
        }
        return Optional.of(name).filter(this::isFree);
    }

    /// Another value that a name may have there.
    private Optional<JsonNode> another(PropertyPath path, JsonNode part) {
        for (int i = 0; i < TRIES; i++) {
            long seed = bench.settings.seed() * 1_000_003L + 800 + i;
            Optional<JsonNode> other = Stream.of(
                            bench.inputs().identifier(seed), bench.inputs().create(seed, Size.TYPICAL))
                    .flatMap(Optional::stream)
                    .flatMap(made -> path.value(made).stream())
                    .filter(value -> !value.equals(part))
                    .findFirst();
            if (other.isPresent()) {
                return other;
            }
        }
        return Optional.empty();
    }

    private static ObjectNode with(ObjectNode name, PropertyPath path, JsonNode part) {
        ObjectNode changed = name.deepCopy();
        path.set(changed, part.deepCopy());
        return changed;
    }

    // -- things by such names -------------------------------------------------------------------------------------

    /// The input of another thing, with a name as near to that of this input as can be: with one part of several,
    /// or with a letter less or more.
    ///
    /// @param first whether the first part is the same, and not the last; whether a letter is missing, and not more
    static ObjectNode beside(Bench bench, ObjectNode own, ObjectNode made, boolean first) {
        ObjectNode near = made.deepCopy();
        Stream.concat(Stream.of(bench.schema.primaryIdentifier()), bench.schema.additionalIdentifiers().stream())
                .filter(paths -> paths.size() > 1)
                .map(paths -> first ? paths.getFirst() : paths.getLast())
                .forEach(path -> path.value(own).ifPresent(value -> path.set(near, value.deepCopy())));
        List<PropertyPath> primary = bench.schema.primaryIdentifier();
        if (primary.size() == 1) {
            primary.getFirst().value(own).stream()
                    .flatMap(NearNames::texts)
                    .skip(first ? 0 : 1)
                    .findFirst()
                    .ifPresent(name -> primary.getFirst().set(near, name));
        }
        return near;
    }
}
