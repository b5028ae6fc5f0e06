package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.schema.Finding;
import fairlead.schema.PlainSchema;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.Mode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes instances of one resource type.
///
/// An instance is a function of the schema, the arguments and the seed: the same on every machine, at any time,
/// on any thread. A generator never changes, and threads may share it; an instance belongs to the caller. The
/// names are those of the handler contract: an *input* is what a caller sends, and has no read-only property; a
/// *model* is what a handler returns, and has no write-only one.
public final class Generator {

    private static final int ATTEMPTS = 24;
    private static final long STRIDE = 0xD1342543DE82EF95L;

    private final ResourceSchema schema;
    private final Forms forms;
    private final Form root;
    private final Paths readOnly;
    private final Paths writeOnly;
    private final Paths identity;
    private final Paths notOnCreate;
    private final SchemaForms schemaForms;

    private Generator(ResourceSchema schema) {
        this.schema = schema;
        Sources sources = new Sources(schema.whole());
        this.forms = new Forms(sources);
        this.root = forms.of(List.of(sources.root(), sources.made(object())));
        this.readOnly = Paths.of(schema.readOnly());
        this.writeOnly = Paths.of(schema.writeOnly());
        this.identity = Paths.of(schema.primaryIdentifier());
        this.notOnCreate = Paths.of(
                schema.tagging().onCreate()
                        ? List.of()
                        : schema.tagging().property().stream().toList());
        this.schemaForms = new SchemaForms(schema, forms, root, readOnly);
    }

    public static Generator of(ResourceSchema schema) {
        return new Generator(schema);
    }

    /// An object by a schema that is no resource type's, such as what comes out of an action.
    public static Generated<ObjectNode> object(PlainSchema schema, long seed, Size size) {
        Sources sources = new Sources(schema.document());
        Forms forms = new Forms(sources);
        Form root = forms.of(List.of(sources.root(), sources.made(object())));
        return attempt(seed, size, (chance, how) -> {
            Draw draw = new Draw(forms, chance, how, Mode.FULL);
            Optional<JsonNode> value = draw.value(root, new Draw.Focus(0, Paths.NONE, Paths.NONE, 0));
            return new Try(draw, value.map(ObjectNode.class::cast), made -> first(schema.validate(made)));
        });
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode().put("type", "object");
    }

    public ResourceSchema schema() {
        return schema;
    }

    /// The input of a create; without tags, if the type takes them only later.
    public Generated<ObjectNode> input(long seed, Size size) {
        return attempt(seed, size, (chance, how) -> {
            Draw draw = new Draw(forms, chance, how, Mode.FULL);
            Optional<JsonNode> value = draw.value(root, new Draw.Focus(0, readOnly.and(notOnCreate), Paths.NONE, 0));
            return new Try(draw, value.map(ObjectNode.class::cast), this::inputTrouble);
        });
    }

    /// The input of an update of a resource: create-only properties, the primary identifier, and tags that can't be
    /// changed are as they were, and at least one other property is not. The tighter the schema, the smaller the
    /// change.
    ///
    /// @param current the input that the resource was made with, or its model
    public Generated<ObjectNode> update(ObjectNode current, long seed, Size size) {
        return new Updates(schemaForms).update(current, seed, size);
    }

    /// A model as a handler would return it: read-only properties are there, write-only ones are not.
    public Generated<ObjectNode> model(long seed, Size size) {
        return attempt(seed, size, (chance, how) -> {
            Draw draw = new Draw(forms, chance, how, Mode.PARTIAL);
            Optional<JsonNode> value = draw.value(root, new Draw.Focus(0, writeOnly, readOnly.and(identity), 0));
            return new Try(draw, value.map(ObjectNode.class::cast), this::modelTrouble);
        });
    }

    /// The model that a handler would return for an input: what was sent, without write-only properties, and with
    /// values for the read-only ones.
    public Generated<ObjectNode> completed(ObjectNode input, long seed) {
        return attempt(seed, Size.TYPICAL, (chance, how) -> {
            Draw draw = new Draw(forms, chance, how, Mode.PARTIAL);
            ObjectNode model = schema.withoutWriteOnly(input);
            complete(draw, root, readOnly.and(identity), model);
            return new Try(draw, Optional.of(model), this::modelTrouble);
        });
    }

    private void complete(Draw draw, Form form, Paths missing, ObjectNode object) {
        for (String name : missing.next().keySet()) {
            Optional<Form> member = form.member(name).or(() -> alternative(form, name));
            Paths below = missing.below(name);
            if (name.equals("*") || member.isEmpty()) {
                continue;
            }
            JsonNode held = object.path(name);
            if (held.isMissingNode() && below.here()) {
                Draw.Focus focus = new Draw.Focus(1, writeOnly.below(name), Paths.NONE, 0);
                draw.value(member.get(), focus).ifPresent(value -> object.set(name, value));
            } else if (held instanceof ObjectNode inner) {
                complete(draw, member.get(), below, inner);
            } else if (held.isArray()) {
                int index = 0;
                for (JsonNode item : held) {
                    Form each = member.get().item(index++);
                    if (item instanceof ObjectNode inner) {
                        complete(draw, each, below.item(), inner);
                    }
                }
            }
        }
    }

    /// The property as one of the alternatives of an object declares it.
    private Optional<Form> alternative(Form form, String name) {
        return form.choices().stream()
                .flatMap(choice -> choice.branches().stream())
                .map(forms::of)
                .filter(branch -> branch.members().declared().contains(name))
                .findFirst()
                .flatMap(branch -> branch.member(name));
    }

    /// A value for one property.
    ///
    /// @param path what it is a value for; `*` is any item, or any value of a map
    public Generated<JsonNode> value(PropertyPath path, long seed, Size size) {
        Optional<Form> found = Optional.of(root);
        for (String step : path.steps()) {
            found = found.flatMap(form -> below(form, step));
        }
        if (found.isEmpty()) {
            return new Generated.Impossible<>("", "the schema has no " + path);
        }
        Draw draw = new Draw(forms, new Chance(seed), size, Mode.FULL);
        Optional<JsonNode> value = draw.value(found.get(), new Draw.Focus(1, Paths.NONE, Paths.NONE, 0));
        return value.<Generated<JsonNode>>map(Generated.Made::new)
                .or(draw::trouble)
                .orElseGet(() -> new Generated.Impossible<>(path.toString(), "no value was found that fits"));
    }

    private Optional<Form> below(Form form, String step) {
        if (!step.equals("*")) {
            return form.member(step).or(() -> alternative(form, step));
        }
        return form.listed()
                ? Optional.of(form.item(0))
                : form.members().patterns().stream()
                        .findFirst()
                        .map(pattern -> forms.of(form.parts().stream()
                                .filter(part ->
                                        part.schema().path("patternProperties").has(pattern))
                                .map(part -> forms.sources().child(part, "patternProperties", pattern))
                                .toList()));
    }

    /// A primary identifier: the properties that make it up, and no others.
    public Generated<ObjectNode> identifier(long seed) {
        return attempt(seed, Size.TYPICAL, (chance, size) -> {
            Draw draw = new Draw(forms, chance, size, Mode.PARTIAL);
            ObjectNode model = JsonNodeFactory.instance.objectNode();
            for (PropertyPath path : schema.primaryIdentifier()) {
                Optional<Form> form = Optional.of(root);
                for (String step : path.steps()) {
                    form = form.flatMap(f -> below(f, step));
                }
                form.flatMap(f -> draw.value(f, new Draw.Focus(1, Paths.NONE, Paths.NONE, 0)))
                        .ifPresent(value -> path.set(model, value));
            }
            return new Try(draw, Optional.of(model), this::identifierTrouble);
        });
    }

    /// An input that breaks exactly one rule, and which.
    public Generated<Broken> invalid(long seed, Size size) {
        return switch (input(seed, size)) {
            case Generated.Made<ObjectNode>(ObjectNode input) -> new InvalidInputs(schemaForms, root).in(input, seed);
            case Generated.Impossible<ObjectNode>(String pointer, String reason) ->
                new Generated.Impossible<>(pointer, reason);
        };
    }

    /// The smallest input near a failing one that still fails: fewer members and items, shorter texts, rounder
    /// numbers. Every candidate that is tried is valid under the schema.
    ///
    /// @param failing a valid input for which the predicate holds
    /// @param fails whether an input still shows the failure; called some hundred times
    public ObjectNode shrink(ObjectNode failing, Predicate<ObjectNode> fails) {
        return new Shrinker(schemaForms, root).shrink(failing, fails);
    }

    /// The input with values that are easily lost, wherever the schema lets them be; empty if it lets none.
    ///
    /// @param kept what stays as it is
    public Optional<ObjectNode> unusual(ObjectNode input, Edge edge, List<PropertyPath> kept) {
        return new Unusual(schemaForms, edge, Paths.of(kept)).of(input);
    }

    /// The input changed in one place, so little that it is easily taken for no change; empty if the schema lets
    /// none be.
    ///
    /// @param done the pointers of what was changed so before, which is not changed again
    /// @param kept what stays as it is
    public Optional<SlightChange> slight(
            ObjectNode input, SlightChangeKind kind, Set<String> done, List<PropertyPath> kept) {
        return new SlightChanges(schemaForms, kind, Paths.of(kept)).of(input, done);
    }

    // -- attempts -------------------------------------------------------------------------------------------------

    private interface Attempt {
        Try with(Chance chance, Size size);
    }

    /// @param trouble what is wrong with a whole instance; empty if nothing is
    private record Try(
            Draw draw,
            Optional<ObjectNode> made,
            java.util.function.Function<ObjectNode, Optional<Generated.Impossible<ObjectNode>>> trouble) {}

    private static Generated<ObjectNode> attempt(long seed, Size size, Attempt attempt) {
        Optional<Generated.Impossible<ObjectNode>> trouble = Optional.empty();
        for (int i = 0; i < ATTEMPTS; i++) {
            Size how = i < ATTEMPTS / 2 ? size : i % 2 == 0 ? Size.MINIMAL : Size.TYPICAL;
            Try tried = attempt.with(new Chance(seed + i * STRIDE), how);
            Optional<Generated.Impossible<ObjectNode>> found = tried.made().isPresent()
                    ? tried.trouble().apply(tried.made().get())
                    : tried.draw().trouble().map(t -> new Generated.Impossible<>(t.pointer(), t.reason()));
            if (tried.made().isPresent() && found.isEmpty()) {
                return new Generated.Made<>(tried.made().get());
            }
            trouble = trouble.or(() -> found);
        }
        return trouble.<Generated<ObjectNode>>map(t -> t)
                .orElseGet(() -> new Generated.Impossible<>("", "no instance was found that fits"));
    }

    private Optional<Generated.Impossible<ObjectNode>> inputTrouble(ObjectNode input) {
        return first(schema.validateInput(input)).or(() -> nameless(input));
    }

    /// An empty text is no identifier, whatever the schema of the property says.
    private Optional<Generated.Impossible<ObjectNode>> nameless(ObjectNode input) {
        return schema.primaryIdentifier().stream()
                .filter(path -> path.value(input)
                        .filter(value -> value.isString() && value.stringValue().isEmpty())
                        .isPresent())
                .findFirst()
                .map(path -> new Generated.Impossible<>(path.toString(), "the identifier is empty"));
    }

    private Optional<Generated.Impossible<ObjectNode>> modelTrouble(ObjectNode model) {
        return first(schema.validateModel(model)).or(() -> nameless(model));
    }

    private Optional<Generated.Impossible<ObjectNode>> identifierTrouble(ObjectNode model) {
        return first(schema.validateModel(model))
                .or(() -> schema.identifier(model).isPresent()
                        ? Optional.empty()
                        : Optional.of(new Generated.Impossible<>("/primaryIdentifier", "a part of it has no value")));
    }

    private static Optional<Generated.Impossible<ObjectNode>> first(List<Finding> findings) {
        return findings.stream()
                .filter(Finding::isError)
                .findFirst()
                .map(finding -> new Generated.Impossible<>(finding.pointer(), finding.message()));
    }
}
