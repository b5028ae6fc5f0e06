package fairlead.server.type.definition;

import fairlead.host.DeclaredNeeds;
import fairlead.host.DeclaredVariables;
import fairlead.host.egress.DeclaredEgress;
import fairlead.host.egress.Destination;
import fairlead.schema.HandlerKind;
import fairlead.schema.Profile;
import fairlead.schema.PropertyPath;
import fairlead.schema.TypeName;
import fairlead.schema.arn.ArnTemplate;
import fairlead.schema.data.Classification;
import fairlead.schema.data.DataClass;
import fairlead.schema.text.ResourceNames;
import fairlead.server.access.Plane;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Location;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.node.ObjectNode;

/// What a schema can't say about a type: the file `fairlead.json` beside it. Every key is optional.
public record Registration(
        Naming naming, Service service, Lifecycle lifecycle, Surface surface, DataProtection protection) {

    /// What the type and its resources are called.
    ///
    /// @param apiVersion `YYYY-MM-DD` with an optional suffix (`-preview`, ...)
    /// @param armType the ARM type, if not the one derived from the type's name
    /// @param parent the type this one is nested under
    /// @param namePattern what an ARM name has to match
    /// @param names what a name says of the identifier
    /// @param nameScope whose the names are
    /// @param arn what the ARNs of its resources look like, if neither as their handler tells them nor as for
    ///     every type
    public record Naming(
            Optional<String> apiVersion,
            Optional<ArmType> armType,
            Optional<TypeName> parent,
            Pattern namePattern,
            NameMeaning names,
            NameScope nameScope,
            Optional<ArnTemplate> arn) {}

    /// Who serves the type.
    ///
    /// @param handler the class in the archive's jars that implements the handler
    /// @param simulation how the type behaves, if it is simulated; then there is no handler
    /// @param smithy which resource of which service the type is, if it is served by a model; then there is no
    ///     handler
    /// @param template of which other types it is made, if its handler is a template
    /// @param endpoint the address that calls a remote function, of the Lambda Invoke API
    /// @param verifyByRead whether the engine reads after a create or update to see that the desired state was
    ///     reached
    /// @param needs what its handler asks for of the machine
    /// @param profile by whose rules its schema is read and its handler called
    public record Service(
            Optional<String> handler,
            Optional<ObjectNode> simulation,
            Optional<ObjectNode> smithy,
            Optional<Composition> template,
            Optional<URI> endpoint,
            boolean verifyByRead,
            DeclaredNeeds needs,
            Profile profile) {}

    /// How its resources are kept.
    ///
    /// @param onParentDelete what becomes of a resource when the one that it is nested in is deleted
    /// @param locations where resources of the type can be, in normal form; none means wherever the server
    ///     has a place
    /// @param drift how drift of its resources is looked for
    public record Lifecycle(
            ResourceKind kind, OnParentDelete onParentDelete, List<String> locations, DriftSettings drift) {

        public Lifecycle {
            locations = List.copyOf(locations);
        }
    }

    /// What callers see of it beside what the schema says.
    ///
    /// @param patchStyle how an asynchronous PATCH is answered
    /// @param skus in which its resources come, the usual one first; none for a type without
    /// @param actions what can be done with a resource besides changing it
    /// @param endpoints where clients reach its physical resources
    /// @param envelope the properties that the Azure Resource Manager protocol has beside the others
    public record Surface(
            PatchStyle patchStyle,
            List<Sku> skus,
            List<Action> actions,
            Optional<Endpoints> endpoints,
            Map<EnvelopeMember, String> envelope) {

        public Surface {
            skus = List.copyOf(skus);
            actions = List.copyOf(actions);
            envelope = Collections.unmodifiableMap(new LinkedHashMap<>(envelope));
        }
    }

    /// How its data is protected.
    ///
    /// @param data the classes of its data
    /// @param dataPlane its handlers that belong to the data plane; all others belong to the control plane
    public record DataProtection(Classification data, List<HandlerKind> dataPlane) {

        public DataProtection {
            dataPlane = List.copyOf(dataPlane);
        }
    }

    /// How an asynchronous PATCH is answered: as the contract's text of 2019-03 has it, or as its later text.
    public enum PatchStyle {
        /// 200 with the resource in a state that is not terminal, and Azure-AsyncOperation.
        BODY,
        /// 202 without a body, with Location and Azure-AsyncOperation.
        ACCEPTED
    }

    private static final String NAMES = "names";
    private static final String NAME_SCOPE = "nameScope";
    private static final String DATA_CLASSES = "dataClasses";
    private static final String ENVIRONMENT = "environment";
    private static final String EGRESS = "egress";
    private static final int MOST_DESTINATIONS = 100;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// `build` is for the tool that packs the archive; nothing here looks at it.
    private static final List<String> KEYS = List.of(
            "profile",
            "apiVersion",
            "armType",
            "parent",
            "handler",
            "build",
            "simulation",
            "smithy",
            "template",
            "endpoint",
            "verifyByRead",
            "patchStyle",
            "namePattern",
            NAMES,
            NAME_SCOPE,
            "locations",
            "kind",
            "onParentDelete",
            "skus",
            "actions",
            "endpoints",
            "envelope",
            "arn",
            DATA_CLASSES,
            "dataPlane",
            "drift",
            ENVIRONMENT,
            EGRESS);

    static final Pattern API_VERSION =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-(preview|alpha|beta|rc|privatepreview)(\\.\\d+)?)?");

    public Optional<String> apiVersion() {
        return naming.apiVersion();
    }

    public Optional<ArmType> armType() {
        return naming.armType();
    }

    public Optional<TypeName> parent() {
        return naming.parent();
    }

    public Pattern namePattern() {
        return naming.namePattern();
    }

    public NameMeaning names() {
        return naming.names();
    }

    public NameScope nameScope() {
        return naming.nameScope();
    }

    public Optional<ArnTemplate> arn() {
        return naming.arn();
    }

    public Optional<String> handler() {
        return service.handler();
    }

    public Optional<ObjectNode> simulation() {
        return service.simulation();
    }

    public Optional<ObjectNode> smithy() {
        return service.smithy();
    }

    /// Of which other types it is made, if its handler is a template.
    public Optional<Composition> template() {
        return service.template();
    }

    public Optional<URI> endpoint() {
        return service.endpoint();
    }

    public boolean verifyByRead() {
        return service.verifyByRead();
    }

    public DeclaredNeeds needs() {
        return service.needs();
    }

    public Profile profile() {
        return service.profile();
    }

    public ResourceKind kind() {
        return lifecycle.kind();
    }

    public OnParentDelete onParentDelete() {
        return lifecycle.onParentDelete();
    }

    public List<String> locations() {
        return lifecycle.locations();
    }

    public DriftSettings drift() {
        return lifecycle.drift();
    }

    public PatchStyle patchStyle() {
        return surface.patchStyle();
    }

    public List<Sku> skus() {
        return surface.skus();
    }

    public List<Action> actions() {
        return surface.actions();
    }

    public Optional<Endpoints> endpoints() {
        return surface.endpoints();
    }

    public Map<EnvelopeMember, String> envelope() {
        return surface.envelope();
    }

    public Classification data() {
        return protection.data();
    }

    public List<HandlerKind> dataPlane() {
        return protection.dataPlane();
    }

    /// The registration in the document; throws [Problem.InvalidBody] with everything that is wrong.
    public static Registration parse(ObjectNode document) {
        List<Problem.Detail> wrong = new ArrayList<>();
        Registration registration = read(document, wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return registration;
    }

    /// What can be read in the document; adds to `wrong` what can't.
    public static Registration read(ObjectNode document, List<Problem.Detail> wrong) {
        RegistrationReader reader = new RegistrationReader(document, "", wrong);
        reader.refuseUnknownKeys(KEYS);
        // In the order of the reference, in which callers are told what is wrong.
        ResourceKind kind = reader.text("kind", text -> Action.word(ResourceKind.values(), text))
                .orElse(ResourceKind.TRACKED);
        Optional<String> apiVersion = reader.text("apiVersion", Registration::apiVersion);
        Optional<ArmType> armType = reader.text("armType", ArmType::parse);
        Optional<TypeName> parent = reader.text("parent", TypeName::parse);
        Service service = new Service(
                reader.text("handler", Function.identity()),
                simulation(reader),
                smithy(reader),
                Composition.read(reader),
                reader.text("endpoint", Registration::endpoint),
                reader.flag("verifyByRead", true),
                new DeclaredNeeds(variables(reader), egress(reader)),
                reader.text("profile", Profile::of).orElse(Profile.STRICT));
        PatchStyle patchStyle =
                reader.text("patchStyle", Registration::patchStyle).orElse(PatchStyle.BODY);
        var namePattern = reader.text("namePattern", Registration::pattern).orElse(ResourceNames.ANY);
        List<String> locations =
                reader.texts("locations", text -> Location.parse(text).name());
        OnParentDelete onParentDelete = reader.text(
                        "onParentDelete", text -> Action.word(OnParentDelete.values(), text))
                .orElse(kind == ResourceKind.EXTENSION ? OnParentDelete.CASCADE : OnParentDelete.REFUSE);
        Surface surface = new Surface(
                patchStyle,
                Sku.readAll(reader),
                Action.readAll(reader),
                Endpoints.read(reader),
                EnvelopeMember.readAll(reader));
        Naming naming = new Naming(
                apiVersion,
                armType,
                parent,
                namePattern,
                names(reader, kind),
                nameScope(reader, kind, parent.isPresent()),
                reader.text("arn", ArnTemplate::parse));
        DataProtection data = new DataProtection(data(reader), reader.texts("dataPlane", Registration::handlerKind));
        Lifecycle lifecycle = new Lifecycle(kind, onParentDelete, locations, DriftSettings.read(reader));
        return new Registration(naming, service, lifecycle, surface, data);
    }

    /// What is not recorded is found by its address alone.
    private static NameMeaning names(RegistrationReader reader, ResourceKind kind) {
        NameMeaning names = reader.text(NAMES, text -> Action.word(NameMeaning.values(), text))
                .orElse(NameMeaning.FITTING);
        if (names == NameMeaning.FREE && kind != ResourceKind.TRACKED) {
            reader.wrong(
                    "registration.names", "what is not recorded is identified by its address: no name is free", NAMES);
        }
        return names;
    }

    private static NameScope nameScope(RegistrationReader reader, ResourceKind kind, boolean nested) {
        NameScope scope = reader.text(NAME_SCOPE, text -> Action.word(NameScope.values(), text))
                .orElse(NameScope.ACCOUNT);
        if (scope == NameScope.GROUP && (nested || kind != ResourceKind.TRACKED)) {
            reader.wrong(
                    "registration.nameScope",
                    "only a tracked type without a parent has names of a group; the names of what is nested are its"
                            + " parent's",
                    NAME_SCOPE);
        }
        return scope;
    }

    private static Classification data(RegistrationReader reader) {
        Optional<ObjectNode> declared = reader.object(DATA_CLASSES);
        if (declared.isEmpty()) {
            return Classification.NONE;
        }
        RegistrationReader classes = reader.within(DATA_CLASSES, declared.get());
        Map<PropertyPath, DataClass> known = new LinkedHashMap<>();
        for (String pointer : declared.get().propertyNames()) {
            Optional<PropertyPath> path = classes.parsed(pointer, () -> PropertyPath.parse(pointer));
            Optional<DataClass> word = classes.text(pointer, DataClass::of);
            path.ifPresent(place -> word.ifPresent(dataClass -> known.put(place, dataClass)));
        }
        return Classification.of(known);
    }

    private static DeclaredVariables variables(RegistrationReader reader) {
        List<String> names = reader.texts(ENVIRONMENT, text -> {
            if (!VARIABLE.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "expected the name of an environment variable, found '" + text + "'");
            }
            return text;
        });
        return reader.document().has(ENVIRONMENT)
                ? new DeclaredVariables(Optional.of(Set.copyOf(names)))
                : DeclaredVariables.NOT_DECLARED;
    }

    private static DeclaredEgress egress(RegistrationReader reader) {
        if (!reader.document().has(EGRESS)) {
            return DeclaredEgress.NOT_DECLARED;
        }
        List.of("simulation", "smithy", "template", "endpoint").forEach(key -> {
            if (reader.document().has(key)) {
                reader.wrong(
                        "registration.egress",
                        "a type with '" + key + "' has no handler in a process of its own, which could connect"
                                + " somewhere",
                        EGRESS);
            }
        });
        List<Destination> destinations = reader.eachText(EGRESS, Destination::parse);
        if (destinations.size() > MOST_DESTINATIONS) {
            reader.wrong(
                    "registration.egress",
                    "expected at most " + MOST_DESTINATIONS + " destinations, found " + destinations.size(),
                    EGRESS);
        }
        return new DeclaredEgress(Optional.of(destinations));
    }

    private static HandlerKind handlerKind(String word) {
        return Arrays.stream(HandlerKind.values())
                .filter(kind -> kind.wireName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no handler is called '" + word + "'"));
    }

    private static Optional<ObjectNode> simulation(RegistrationReader reader) {
        Optional<ObjectNode> simulation = reader.object("simulation");
        if (simulation.isPresent() && reader.document().has("handler")) {
            reader.wrong(
                    "registration.simulation", "expected either a simulation or a handler, found both", "simulation");
        }
        return simulation;
    }

    /// To which plane a handler belongs.
    public Plane plane(HandlerKind kind) {
        return dataPlane().contains(kind) ? Plane.DATA : Plane.CONTROL;
    }

    private static Optional<ObjectNode> smithy(RegistrationReader reader) {
        Optional<ObjectNode> smithy = reader.object("smithy");
        boolean another = reader.document().has("handler") || reader.document().has("simulation");
        if (smithy.isPresent() && another) {
            reader.wrong(
                    "registration.smithy", "expected either a model or a handler or a simulation, found two", "smithy");
        }
        return smithy;
    }

    /// The action on a resource that a caller writes so.
    public Optional<Action> action(String word) {
        return action(word, Action.Scope.RESOURCE);
    }

    /// The action with nothing in particular that a caller writes so.
    public Optional<Action> tenantAction(String word) {
        return action(word, Action.Scope.TENANT);
    }

    private Optional<Action> action(String word, Action.Scope scope) {
        return actions().stream()
                .filter(action -> action.scope() == scope && action.isCalled(word))
                .findFirst();
    }

    /// The ARM type: the one that the registration names, else the one that follows from the type's name.
    ///
    /// @param parentType the ARM type of the parent; empty for a top-level type
    public ArmType armType(TypeName name, Optional<ArmType> parentType) {
        return armType()
                .orElseGet(() -> parentType.map(type -> type.nested(name)).orElseGet(() -> ArmType.of(name)));
    }

    public boolean allowsName(String name) {
        return ResourceNames.ANY.matcher(name).matches()
                && namePattern().matcher(name).matches();
    }

    private static String apiVersion(String text) {
        if (!API_VERSION.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "an API version is YYYY-MM-DD with an optional -preview, found '" + text + "'");
        }
        return text;
    }

    private static URI endpoint(String text) {
        URI address = URI.create(text);
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        boolean invocation = String.valueOf(address.getPath()).endsWith("/invocations");
        if (http && invocation && address.getHost() != null && address.getUserInfo() == null) {
            return address;
        }
        throw new IllegalArgumentException("expected the address of an invocation, such as"
                + " http://127.0.0.1:3001/2015-03-31/functions/TypeFunction/invocations");
    }

    private static PatchStyle patchStyle(String text) {
        return Action.word(PatchStyle.values(), text);
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("not a regular expression: " + wrong.getDescription(), wrong);
        }
    }
}
