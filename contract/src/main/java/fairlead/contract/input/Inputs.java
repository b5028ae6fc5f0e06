package fairlead.contract.input;

import fairlead.contract.Agreement;
import fairlead.generator.Broken;
import fairlead.generator.Edge;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.generator.SlightChange;
import fairlead.generator.SlightChangeKind;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// Where the suite's inputs come from: the schema, with some values given, or the files of a project.
public final class Inputs {

    private static final int ATTEMPTS = 8;

    private final ResourceSchema schema;
    private final Generator generator;
    private final Overrides creating;
    private final Overrides updating;
    private final List<InputSet> sets;

    private Inputs(ResourceSchema schema, Overrides creating, Overrides updating, List<InputSet> sets) {
        this.schema = schema;
        this.generator = Generator.of(schema);
        this.creating = creating;
        this.updating = updating;
        this.sets = List.copyOf(sets);
    }

    /// Inputs made from the schema alone.
    public static Inputs generated(ResourceSchema schema) {
        return new Inputs(schema, Overrides.NONE, Overrides.NONE, List.of());
    }

    /// Inputs made from the schema, with the values of an `overrides.json`.
    ///
    /// @param overrides `CREATE` and, where updates need other values, `UPDATE`, each an object of JSON Pointers
    ///     and values
    /// @throws InputException if a pointer leads nowhere
    public static Inputs generated(ResourceSchema schema, ObjectNode overrides) {
        Overrides create = Overrides.parse(schema, overrides.path("CREATE"), "overrides.json, CREATE");
        Overrides update = overrides.has("UPDATE")
                ? Overrides.parse(schema, overrides.path("UPDATE"), "overrides.json, UPDATE")
                : create;
        return new Inputs(schema, create, update, List.of());
    }

    /// Inputs that are given.
    ///
    /// @throws InputException if one is not valid against the schema, or changes a create-only property
    public static Inputs given(ResourceSchema schema, List<InputSet> sets) {
        sets.forEach(set -> InputFiles.check(schema, set));
        return new Inputs(schema, Overrides.NONE, Overrides.NONE, sets);
    }

    /// The inputs of a project: its folder `inputs` if there is one, else generated, with its `overrides.json` if
    /// there is one.
    ///
    /// @param placeholders what stands for `{{name}}` in the files
    /// @throws InputException if a file can't be used
    public static Inputs of(Path project, ResourceSchema schema, Map<String, String> placeholders) {
        InputFiles files = new InputFiles(project, schema, placeholders);
        List<InputSet> sets = files.sets();
        return sets.isEmpty()
                ? files.overrides()
                        .map(overrides -> generated(schema, overrides))
                        .orElseGet(() -> generated(schema))
                : given(schema, sets);
    }

    /// The sets that are given; empty where inputs are generated.
    public List<InputSet> sets() {
        return sets;
    }

    public boolean areGenerated() {
        return sets.isEmpty();
    }

    /// An input of a create; empty if none can be made.
    public Optional<ObjectNode> create(long seed, Size size) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<ObjectNode> made = generator
                    .input(seed + i * 7919L, i < ATTEMPTS / 2 ? size : Size.MINIMAL)
                    .toOptional()
                    .map(creating::over)
                    .filter(this::isValid);
            if (made.isPresent()) {
                return made;
            }
        }
        return Optional.empty();
    }

    /// An input of an update of what was made with an input; empty if nothing can be changed.
    public Optional<ObjectNode> update(ObjectNode input, long seed, Size size) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<ObjectNode> made = generator
                    .update(input, seed + i * 7919L, size)
                    .toOptional()
                    .map(updating::over)
                    .filter(this::isValid)
                    .filter(after ->
                            schema.changed(input, after, schema.createOnly()).isEmpty())
                    .filter(after -> schema.changed(input, after, schema.primaryIdentifier())
                            .isEmpty())
                    .filter(after -> !schema.equal(input, after));
            if (made.isPresent()) {
                return made;
            }
        }
        return Optional.empty();
    }

    /// An input of an update that changes as many properties as it can.
    public Optional<ObjectNode> renewal(ObjectNode input, long seed) {
        Optional<ObjectNode> other = create(seed + 77, Size.MAXIMAL);
        ObjectNode renewed = input.deepCopy();
        for (String name : other.map(made -> List.copyOf(made.propertyNames())).orElse(List.of())) {
            ObjectNode next = renewed.deepCopy();
            next.set(name, other.orElseThrow().path(name).deepCopy());
            if (isUpdate(input, updating.over(next))) {
                renewed = next;
            }
        }
        return Optional.of(updating.over(renewed)).filter(after -> !schema.equal(input, after));
    }

    private boolean isUpdate(ObjectNode before, ObjectNode after) {
        return isValid(after) && schema.changed(before, after, fixed()).isEmpty();
    }

    /// What an update leaves as it is.
    private List<PropertyPath> fixed() {
        List<PropertyPath> fixed = new ArrayList<>(schema.createOnly());
        fixed.addAll(schema.conditionalCreateOnly());
        fixed.addAll(identity());
        schema.tagging().property().filter(_ -> !schema.tagging().updatable()).ifPresent(fixed::add);
        return fixed;
    }

    private List<PropertyPath> identity() {
        List<PropertyPath> paths = new ArrayList<>(schema.primaryIdentifier());
        schema.additionalIdentifiers().forEach(paths::addAll);
        return paths;
    }

    /// The input of a create with values that are easily lost; empty if the schema lets none be.
    public Optional<ObjectNode> unusual(ObjectNode input, Edge edge) {
        return unusual(input, edge, creating, identity());
    }

    /// The input of an update of what was made with an input, to values that are easily lost.
    public Optional<ObjectNode> unusualUpdate(ObjectNode input, Edge edge) {
        return unusual(input, edge, updating, fixed()).filter(after -> isUpdate(input, after));
    }

    /// The input of an update that changes next to nothing; empty if there is none of that kind.
    ///
    /// @param done the pointers of what was changed so before, which is not changed again
    public Optional<SlightChange> slight(ObjectNode input, SlightChangeKind kind, Set<String> done) {
        return generator
                .slight(input, kind, done, kept(updating, fixed()))
                .filter(change -> isUpdate(input, change.after()));
    }

    private Optional<ObjectNode> unusual(ObjectNode input, Edge edge, Overrides given, List<PropertyPath> fixed) {
        return generator.unusual(input, edge, kept(given, fixed)).filter(made -> schema.equal(made, given.over(made)));
    }

    /// Identifiers are left alone, and so is what the overrides of a project give or the handler rewrites.
    private List<PropertyPath> kept(Overrides given, List<PropertyPath> fixed) {
        List<PropertyPath> kept = new ArrayList<>(fixed);
        kept.addAll(given.values().keySet());
        kept.addAll(new Agreement(schema).rewritten());
        return kept;
    }

    /// Whether a property of an update's input has to be what it is.
    public boolean isGiven(String modelPointer) {
        return updating.touches(modelPointer);
    }

    /// An identifier that nothing has, in all likelihood.
    public Optional<ObjectNode> identifier(long seed) {
        return generator.identifier(seed).toOptional().map(made -> {
            ObjectNode identifier = made.deepCopy();
            for (PropertyPath path : schema.primaryIdentifier()) {
                Optional.ofNullable(creating.values().get(path)).ifPresent(value -> path.set(identifier, value));
            }
            return identifier;
        });
    }

    /// An input that breaks one rule of the schema.
    public Optional<Broken> invalid(long seed) {
        return generator.invalid(seed, Size.TYPICAL).toOptional();
    }

    /// The smallest input near a failing one that still fails.
    public ObjectNode shrink(ObjectNode failing, Predicate<ObjectNode> fails) {
        return generator.shrink(
                failing, candidate -> schema.equal(candidate, creating.over(candidate)) && fails.test(candidate));
    }

    private boolean isValid(ObjectNode input) {
        return schema.validateInput(input).stream().noneMatch(Finding::isError);
    }
}
