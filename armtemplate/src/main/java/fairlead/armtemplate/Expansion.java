package fairlead.armtemplate;

import fairlead.armtemplate.Instance.State;
import fairlead.armtemplate.Instance.Turn;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Loop;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.Ids;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Finds the resources of a template: those in others, and each turn of each loop.
final class Expansion {

    private static final String COPY = "Please see https://aka.ms/arm-copy for usage details.";
    private static final String SYNTAX = "Please see https://aka.ms/arm-syntax-resources for usage details.";

    private final Compilation compilation;
    private final Faults faults;
    private final List<Instance> all = new ArrayList<>();
    private boolean tooMany;

    Expansion(Compilation compilation) {
        this.compilation = compilation;
        this.faults = compilation.faults();
    }

    /// What a resource is in another one.
    private record Parent(String type, String name) {}

    /// A resource as it is written, before its turns are known.
    ///
    /// @param symbol the name that the template has for it, if it has one
    private record Written(JsonNode body, String pointer, Optional<String> symbol, Optional<Parent> parent) {}

    List<Instance> all() {
        section(
                compilation.template().object("resources"),
                compilation.template().pointer("resources"),
                Optional.empty(),
                compilation.frame(Compilation.BEFORE));
        return all;
    }

    private void section(JsonNode section, String pointer, Optional<Parent> parent, Frame frame) {
        if (section.isObject()) {
            section.properties()
                    .forEach(member -> resource(
                            new Written(
                                    member.getValue(),
                                    pointer + "/" + PointerSteps.escape(member.getKey()),
                                    Optional.of(member.getKey()),
                                    parent),
                            frame));
            return;
        }
        for (int i = 0; i < section.size(); i++) {
            resource(new Written(section.get(i), pointer + "/" + i, Optional.empty(), parent), frame);
        }
    }

    private void resource(Written written, Frame frame) {
        if (!written.body().isObject()) {
            faults.add(
                    written.pointer(),
                    "A template resource is expected to be an object, found '" + Values.kind(written.body()) + "'. "
                            + SYNTAX);
            return;
        }
        for (String extension : List.of("extension", "import")) {
            if (Values.member(written.body(), extension).isPresent()) {
                faults.add(
                        written.pointer(),
                        "The template resource property '" + extension
                                + "' is not supported: this server has no template extensions.");
                return;
            }
        }
        Optional<JsonNode> copy = Values.member(written.body(), "copy");
        if (copy.isEmpty()) {
            instance(written, frame, Optional.empty());
            return;
        }
        if (written.parent().isPresent()) {
            faults.add(
                    written.pointer(),
                    "The template copy is not expected on a resource within another. Name its parent"
                            + " in its type and name, beside the parent. " + COPY);
            return;
        }
        try {
            loop(written, frame, copy.get());
        } catch (EvaluationException | ParseException e) {
            faults.add(written.pointer() + "/copy", e.getMessage());
        }
    }

    private void loop(Written written, Frame frame, JsonNode copy) {
        if (!copy.isObject()) {
            throw new EvaluationException("The template copy definition is expected to be an object. " + COPY);
        }
        for (String member : copy.propertyNames()) {
            if (!List.of("name", "count", "mode", "batchsize").contains(member.toLowerCase(Locale.ROOT))) {
                throw new EvaluationException(
                        "The template copy definition has the unknown property '" + member + "'. " + COPY);
            }
        }
        String pointer = written.pointer() + "/copy";
        JsonNode name = value(copy, "name", pointer, frame);
        if (name == null && written.symbol().isPresent()) {
            name = Values.text(written.symbol().get());
        }
        if (name == null || !name.isString() || name.stringValue().isEmpty()) {
            throw new EvaluationException("The template copy definition is missing the property 'name'. " + COPY);
        }
        String loop = name.stringValue();
        long count = Loop.count(value(copy, "count", pointer, frame), loop);
        int batch = batch(copy, pointer, frame, loop);
        for (int i = 0; i < count && !tooMany; i++) {
            instance(written, frame.turn(loop, i), Optional.of(new Turn(loop, i, batch)));
        }
    }

    private int batch(JsonNode copy, String pointer, Frame frame, String loop) {
        JsonNode mode = value(copy, "mode", pointer, frame);
        JsonNode size = value(copy, "batchSize", pointer, frame);
        String how = mode == null ? "parallel" : mode.asString();
        if (!how.equalsIgnoreCase("parallel") && !how.equalsIgnoreCase("serial")) {
            throw new EvaluationException(
                    "The mode of the copy '" + loop + "' is '" + how + "'. It must be 'Parallel' or 'Serial'. " + COPY);
        }
        boolean serial = how.equalsIgnoreCase("serial");
        if (size == null) {
            return serial ? 1 : 0;
        }
        if (!size.isIntegralNumber() || size.longValue() < 1 || size.longValue() > Integer.MAX_VALUE) {
            throw new EvaluationException(
                    "The batch size of the copy '" + loop + "' must be an integer of at least '1'. " + COPY);
        }
        return serial ? size.intValue() : 0;
    }

    private @Nullable JsonNode value(JsonNode object, String name, String pointer, Frame frame) {
        Optional<JsonNode> written = Values.member(object, name);
        return written.isEmpty()
                ? null
                : new Trees(compilation.session(), (_, _) -> {})
                        .knownOrThrow(written.get(), pointer + "/" + name, frame)
                        .value();
    }

    private void instance(Written written, Frame frame, Optional<Turn> turn) {
        if (all.size() >= compilation.inputs().limits().resources()) {
            if (!tooMany) {
                tooMany = true;
                faults.add(
                        written.pointer(),
                        "The number of template resources limit exceeded. Limit: '"
                                + compilation.inputs().limits().resources() + "'. " + SYNTAX);
            }
            return;
        }
        Optional<String> type = text(written, "type", frame);
        Optional<String> name = text(written, "name", frame);
        Optional<String> version = text(written, "apiVersion", frame);
        Optional<State> state = state(written, frame);
        if (type.isEmpty() || name.isEmpty() || version.isEmpty() || state.isEmpty()) {
            return;
        }
        String wholeType =
                written.parent().map(parent -> parent.type() + "/" + type.get()).orElse(type.get());
        String wholeName =
                written.parent().map(parent -> parent.name() + "/" + name.get()).orElse(name.get());
        if (!fits(written, wholeType, wholeName)) {
            return;
        }
        Optional<String> scope = new Places(compilation, written.body(), written.pointer(), frame).scope(wholeType);
        if (scope.isEmpty()) {
            return;
        }
        String id = Ids.of(scope.get(), wholeType, wholeName);
        String key = written.symbol()
                .map(symbol -> turn.map(at -> symbol + "[" + at.index() + "]").orElse(symbol))
                .orElse(id);
        Frame inside = frame.allowing(Compilation.EVERYTHING);
        all.add(new Instance(
                key,
                written.body(),
                written.pointer(),
                inside,
                wholeType,
                wholeName,
                id,
                version.get(),
                turn,
                state.get()));
        Values.member(written.body(), "resources")
                .ifPresent(children -> section(
                        children,
                        written.pointer() + "/resources",
                        Optional.of(new Parent(wholeType, wholeName)),
                        frame));
    }

    private boolean fits(Written written, String type, String name) {
        String[] types = type.split("/", -1);
        String[] names = name.split("/", -1);
        boolean blank = name.isBlank() || Arrays.stream(names).anyMatch(String::isBlank);
        if (types.length == names.length + 1 && !blank && !type.contains("//")) {
            return true;
        }
        faults.add(
                written.pointer() + "/" + Values.name(written.body(), "name").orElse("name"),
                "The template resource '" + name + "' for type '" + type + "' " + faults.at(written.pointer())
                        + " has incorrect segment lengths. A nested resource type must have identical number of"
                        + " segments as its resource name. A root resource type must have segment length one greater"
                        + " than its resource name. " + SYNTAX);
        return false;
    }

    private Optional<String> text(Written written, String member, Frame frame) {
        Optional<String> name = Values.name(written.body(), member);
        if (name.isEmpty()) {
            faults.add(
                    written.pointer(),
                    "The template resource " + faults.at(written.pointer()) + " is not valid. Required property '"
                            + member + "' not found in JSON. " + SYNTAX);
            return Optional.empty();
        }
        String pointer = written.pointer() + "/" + name.get();
        Optional<Bound> value = compilation
                .trees(
                        pointer,
                        message -> "Unable to process template language expressions for the property '" + member
                                + "' of the resource " + faults.at(written.pointer()) + ". '" + message + "'")
                .known(written.body().get(name.get()), pointer, frame);
        if (value.isPresent() && !value.get().value().isString()) {
            faults.add(
                    pointer,
                    "The template resource property '" + member
                            + "' is expected to be of type 'String'. The provided value is of type '"
                            + Values.kind(value.get().value()) + "'. " + SYNTAX);
            return Optional.empty();
        }
        return value.map(bound -> bound.value().stringValue());
    }

    private Optional<State> state(Written written, Frame frame) {
        Optional<Boolean> existing = flag(written, "existing", frame, false);
        Optional<Boolean> wanted = flag(written, "condition", frame, true);
        if (existing.isEmpty() || wanted.isEmpty()) {
            return Optional.empty();
        }
        if (existing.get()) {
            if (!compilation.template().second()) {
                faults.add(
                        written.pointer() + "/existing",
                        "The property 'existing' is available in templates with the" + " language version '2.0' only. "
                                + SYNTAX);
            }
            return Optional.of(State.EXISTING);
        }
        return Optional.of(wanted.get() ? State.WANTED : State.UNWANTED);
    }

    private Optional<Boolean> flag(Written written, String member, Frame frame, boolean otherwise) {
        String name = Values.name(written.body(), member).orElse(member);
        JsonNode value =
                written.body().has(name) ? written.body().get(name) : JsonNodeFactory.instance.booleanNode(otherwise);
        String pointer = written.pointer() + "/" + name;
        Optional<Bound> known = compilation
                .trees(
                        pointer,
                        message -> "Unable to process template language expressions for the property '" + member
                                + "' of the resource " + faults.at(written.pointer()) + ". '" + message + "'")
                .known(value, pointer, frame);
        if (known.isPresent() && !known.get().value().isBoolean()) {
            faults.add(
                    pointer,
                    "The template resource property '" + member
                            + "' is expected to be of type 'Boolean'. The provided value is of type '"
                            + Values.kind(known.get().value()) + "'. " + SYNTAX);
            return Optional.empty();
        }
        return known.map(bound -> bound.value().booleanValue());
    }
}
