package fairlead.armtemplate;

import fairlead.armtemplate.definition.Declarations;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Frame.Use;
import fairlead.armtemplate.evaluation.Scope;
import fairlead.armtemplate.evaluation.Session;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.evaluation.UserFunction;
import fairlead.armtemplate.function.Arguments;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// One compilation of one template: the parts of it, and what they share.
final class Compilation implements Scope {

    /// What may stand where nothing of a resource can be known.
    static final Set<Use> BEFORE = Set.of(Use.PARAMETERS, Use.VARIABLES, Use.FACTS);

    /// What may stand in properties and outputs.
    static final Set<Use> EVERYTHING = Set.of(Use.PARAMETERS, Use.VARIABLES, Use.FACTS, Use.REFERENCES);

    private final Template template;
    private final Inputs inputs;
    private final Session session;
    private final int level;
    private final List<Fault> all;
    private final Faults faults;
    private final Declarations declarations;
    private final ParameterValues parameters;
    private final Variables variables;
    private final UserFunctions functions;
    private final Facts facts;
    private final Registry registry;
    private final Set<String> warnings = new LinkedHashSet<>();

    Compilation(Template template, Inputs inputs, List<Fault> all) {
        this(template, inputs, all, new Session(), 0);
    }

    private Compilation(Template template, Inputs inputs, List<Fault> all, Session session, int level) {
        this.template = template;
        this.inputs = inputs;
        this.session = session;
        this.level = level;
        this.all = all;
        this.faults = new Faults(template.source(), all);
        this.declarations = new Declarations(template.object("definitions"));
        this.parameters = new ParameterValues(this);
        this.variables = new Variables(this);
        this.functions = new UserFunctions(this);
        this.facts = new Facts(this);
        this.registry = new Registry(this);
    }

    /// A compilation of a template within this one.
    Compilation within(Template nested, Inputs values) {
        return new Compilation(nested, values, all, session, level + 1);
    }

    /// The name of a schema of templates, without its ending; empty if it is no such schema.
    static Optional<String> schemaName(String schema) {
        String path = schema.replaceAll("[?#].*$", "");
        String file = path.substring(path.lastIndexOf('/') + 1).replaceAll("\\.json$", "");
        String lower = file.toLowerCase(Locale.ROOT);
        return lower.endsWith("deploymenttemplate")
                        && lower.matches("(subscription|managementgroup|tenant)?deploymenttemplate")
                ? Optional.of(file)
                : Optional.empty();
    }

    Compiled compile() {
        int before = faults.count();
        checkScope();
        parameters.all();
        Expansion expansion = new Expansion(this);
        List<Instance> instances = expansion.all();
        registry.add(instances);
        Nodes nodes = new Nodes(this, registry);
        instances.forEach(nodes::add);
        Outputs outputs = new Outputs(this);
        outputs.all();
        nodes.addExisting();
        registry.close();
        if (faults.count() == before) {
            new Circles(this, nodes).check();
        }
        LinkedHashMap<String, Node> made = new LinkedHashMap<>(nodes.made());
        Document document = new Document(made, outputs.made(), List.copyOf(warnings), nodes.addresses());
        return new Compiled(
                document, parameters.shown(), outputs.types(), template.hash(), nodes.nested(), registry.symbols());
    }

    /// Keeps what the author should know though nothing is wrong.
    void warn(String warning) {
        warnings.add(warning);
    }

    /// Keeps what a template within this one has wrong.
    void add(Fault fault) {
        if (!all.contains(fault)) {
            all.add(fault);
        }
    }

    private void checkScope() {
        String schema = template.section("$schema")
                .map(JsonNode::asString)
                .flatMap(Compilation::schemaName)
                .orElse("");
        String expected = inputs.surroundings().scope().schema();
        if (!schema.equalsIgnoreCase(expected)) {
            faults.add(
                    template.pointer("$schema"),
                    "The template schema '" + schema + "' is not supported at this scope. It is expected to be '"
                            + expected + "'. Please see https://aka.ms/arm-syntax for usage details.");
        }
    }

    Template template() {
        return template;
    }

    Inputs inputs() {
        return inputs;
    }

    int level() {
        return level;
    }

    Faults faults() {
        return faults;
    }

    Declarations declarations() {
        return declarations;
    }

    ParameterValues parameters() {
        return parameters;
    }

    Registry registry() {
        return registry;
    }

    Scope scope() {
        return this;
    }

    /// Whether the value of a parameter of that name must not be shown.
    boolean secure(String name) {
        return template.object("parameters").properties().stream()
                .filter(member -> member.getKey().equalsIgnoreCase(name))
                .anyMatch(member -> declarations.secure(member.getValue()));
    }

    /// What evaluates values, and says what is wrong with them.
    ///
    /// @param around makes the message of a fault
    Trees trees(String pointer, UnaryOperator<String> around) {
        return new Trees(
                session, (place, message) -> faults.add(place.isEmpty() ? pointer : place, around.apply(message)));
    }

    /// A part of a template that is in no loop.
    Frame frame(Set<Use> allowed) {
        return Frame.of(this, allowed);
    }

    Session session() {
        return session;
    }

    @Override
    public Bound parameter(String name) {
        return parameters.get(name);
    }

    @Override
    public Bound variable(String name) {
        return variables.get(name);
    }

    @Override
    public Optional<UserFunction> function(String namespace, String name) {
        return functions.find(namespace, name);
    }

    @Override
    public Optional<JsonNode> fact(Arguments arguments) {
        return facts.find(arguments);
    }

    @Override
    public String node(String target, Optional<String> version, String function, String pointer) {
        return registry.node(target, version, function, pointer);
    }

    @Override
    public String node(Expression target, Optional<String> version, String function, String pointer, String key) {
        return registry.node(target, version, function, pointer, key);
    }

    @Override
    public List<String> loop(String name) {
        List<String> keys = new ArrayList<>();
        registry.loop(name, "references").stream()
                .filter(Instance::isThere)
                .forEach(instance -> keys.add(instance.key()));
        return keys;
    }

    @Override
    public JsonNode resourceInfo(String name) {
        return registry.info(name);
    }
}
