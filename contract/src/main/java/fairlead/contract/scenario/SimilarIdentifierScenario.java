package fairlead.contract.scenario;

import fairlead.contract.Models;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.NotFoundCheck;
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

/// Names that are almost those of a resource: one part of several is another one, or the last letter is missing, or
/// there twice. A request with one of them is not about the resource.
public final class SimilarIdentifierScenario {

    private static final int TRIES = 5;
    private static final int MOST_OF_A_PART = 2;

    private final SuiteContext context;
    private final String identifier;
    private final ObjectNode input;
    private final ObjectNode model;
    private final List<ObjectNode> present;
    private final NotFoundCheck check;

    /// @param input what the resource was made with
    /// @param model what a read of it shows
    /// @param present what reads of all resources show that are there, this one among them: their
    ///     identifiers are taken
    public SimilarIdentifierScenario(
            SuiteContext context,
            String identifier,
            ObjectNode input,
            ObjectNode model,
            Collection<ObjectNode> present) {
        this.context = context;
        this.identifier = identifier;
        this.input = input;
        this.model = model;
        this.present = List.copyOf(present);
        this.check = new NotFoundCheck(context);
    }

    /// Reads do not find the resource by them, and it is neither updated nor deleted.
    public void run() {
        for (ObjectNode name : near(context.schema.primaryIdentifier())) {
            if (isMissing(name)) {
                update(name);
                delete(name);
            }
        }
        context.schema.additionalIdentifiers().stream()
                .flatMap(paths -> Stream.concat(near(paths).stream(), other(paths).stream()))
                .forEach(this::isMissing);
    }

    /// Whether a read says that there is no such resource.
    private boolean isMissing(ObjectNode similar) {
        ReadOutcome outcome = check.readSimilar(similar);
        if (outcome instanceof ReadOutcome.Found(var found) && (isIt(found) || !isCalled(found, similar))) {
            check.foundBySimilar(similar, context.schema.identifier(found).orElse(identifier));
        }
        return outcome instanceof ReadOutcome.Missing;
    }

    /// Also if only the name is another one.
    private boolean isIt(ObjectNode found) {
        ObjectNode rest = nameless(found);
        return context.schema.identifier(found).filter(identifier::equals).isPresent()
                || (!rest.isEmpty() && rest.equals(nameless(model)));
    }

    private static boolean isCalled(ObjectNode found, ObjectNode name) {
        return Models.leaves(name).stream()
                .allMatch(pointer -> found.at(pointer).equals(name.at(pointer)));
    }

    private ObjectNode nameless(ObjectNode model) {
        ObjectNode rest = model.deepCopy();
        context.schema.primaryIdentifier().forEach(path -> path.remove(rest));
        return rest;
    }

    private void update(ObjectNode similar) {
        if (!context.isUpdatable() || context.unknownIdentifiers.updateIsWrong) {
            return;
        }
        ObjectNode desired = input.deepCopy();
        context.schema.primaryIdentifier().stream()
                .filter(path -> path.value(input).isPresent())
                .forEach(path -> path.value(similar).ifPresent(value -> path.set(desired, value.deepCopy())));
        check.updateSimilar(similar, desired);
    }

    private void delete(ObjectNode similar) {
        if (!context.unknownIdentifiers.deleteIsWrong) {
            check.deleteSimilar(similar, identifier);
        }
    }

    // -- names ----------------------------------------------------------------------------------------------------

    /// Each differs from the resource's in one part.
    private List<ObjectNode> near(List<PropertyPath> paths) {
        List<ObjectNode> names = new ArrayList<>();
        if (SuiteContext.hasAll(paths, model)) {
            ObjectNode own = SuiteContext.select(paths, model);
            for (PropertyPath path : paths) {
                JsonNode part = path.value(own).orElseThrow();
                Stream<JsonNode> other = paths.size() > 1 ? another(path, part).stream() : Stream.empty();
                Stream<JsonNode> texts =
                        Stream.concat(texts(part), texts(part).flatMap(SimilarIdentifierScenario::texts));
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
        return present.stream().noneMatch(resource -> isCalled(resource, name));
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
        if (!SuiteContext.hasAll(paths, model)) {
            return Optional.empty();
        }
        ObjectNode name = SuiteContext.select(paths, model);
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
            long seed = context.settings.seed() * 1_000_003L + 800 + i;
            Optional<JsonNode> other = Stream.of(
                            context.inputs().identifier(seed), context.inputs().create(seed, Size.TYPICAL))
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

    // -- resources by such names -------------------------------------------------------------------------------------

    /// The input of another resource, with a name as near to that of this input as can be: with one part of several,
    /// or with a letter less or more.
    ///
    /// @param first whether the first part is the same, and not the last; whether a letter is missing, and not more
    public static ObjectNode beside(SuiteContext context, ObjectNode own, ObjectNode made, boolean first) {
        ObjectNode near = made.deepCopy();
        Stream.concat(Stream.of(context.schema.primaryIdentifier()), context.schema.additionalIdentifiers().stream())
                .filter(paths -> paths.size() > 1)
                .map(paths -> first ? paths.getFirst() : paths.getLast())
                .forEach(path -> path.value(own).ifPresent(value -> path.set(near, value.deepCopy())));
        List<PropertyPath> primary = context.schema.primaryIdentifier();
        if (primary.size() == 1) {
            primary.getFirst().value(own).stream()
                    .flatMap(SimilarIdentifierScenario::texts)
                    .skip(first ? 0 : 1)
                    .findFirst()
                    .ifPresent(name -> primary.getFirst().set(near, name));
        }
        return near;
    }
}
