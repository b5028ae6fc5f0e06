package fairlead.schema;

import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Place;
import fairlead.schema.draft07.Shape;
import fairlead.schema.draft07.Violation;
import fairlead.schema.reference.Documents;
import fairlead.schema.text.PointerSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A resource type schema, compiled once by [#load] or [#parse]. It answers questions about models.
///
/// It never changes, and threads may share it. It does not change the models that it is given; what it returns is
/// a copy.
public final class ResourceSchema {

    /// Which publication of the meta-schema documents are checked against.
    public static final String META_SCHEMA = MetaSchema.VERSION;

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final int DEFAULT_MINUTES = 120;

    private final SchemaReader.Compiled compiled;
    private final List<PropertyPath> generated;
    private final Profile profile;
    private final ObjectNode document;
    private final ObjectNode whole;
    private final Map<String, JsonNode> references;
    private final TypeName typeName;
    private final Shape shape;
    private final Optional<Shape> configuration;
    private final Optional<Shape> listInput;
    private final Place root;
    private final List<PropertyPath> primaryIdentifier;
    private final List<List<PropertyPath>> additionalIdentifiers;
    private final List<PropertyPath> readOnly;
    private final List<PropertyPath> writeOnly;
    private final List<PropertyPath> createOnly;
    private final List<PropertyPath> conditionalCreateOnly;
    private final List<PropertyPath> deprecated;
    private final Set<HandlerKind> handlers;
    private final Tagging tagging;
    private final Wording wording;
    private final Identifiers identifiers;
    private final Secrets secrets;

    ResourceSchema(Profile profile, ObjectNode document, SchemaReader.Compiled compiled) {
        this(profile, document, compiled, List.of());
    }

    private ResourceSchema(
            Profile profile, ObjectNode document, SchemaReader.Compiled compiled, List<PropertyPath> generated) {
        this.compiled = compiled;
        this.generated = generated;
        this.profile = profile;
        this.document = document;
        this.whole = SelfContainedSchema.of(compiled.home(), document, compiled.references());
        this.references = Map.copyOf(compiled.references().others());
        this.typeName = TypeName.parse(document.path("typeName").stringValue());
        this.shape = compiled.root();
        this.configuration = compiled.configuration();
        this.listInput = compiled.listInput();
        this.root = Place.of(shape);
        this.primaryIdentifier = PathList.ofOneValue(document.path(PathList.PRIMARY_IDENTIFIER.keyword()));
        this.additionalIdentifiers = document.path("additionalIdentifiers").values().stream()
                .filter(paths -> PathList.ofOneValue(paths).size() == paths.size())
                .map(PathList::read)
                .toList();
        this.readOnly = PathList.READ_ONLY.in(document);
        this.writeOnly = PathList.WRITE_ONLY.in(document);
        this.createOnly = PathList.CREATE_ONLY.in(document);
        this.conditionalCreateOnly = PathList.CONDITIONAL_CREATE_ONLY.in(document);
        this.deprecated = PathList.DEPRECATED.in(document);
        this.handlers = handlers(document);
        this.tagging = Tagging.read(document, root);
        this.wording = new Wording("model", this::isHidden);
        this.identifiers = new Identifiers(primaryIdentifier, root);
        this.secrets = new Secrets(
                Stream.concat(writeOnly.stream(), generated.stream()).toList(), root);
    }

    /// The same, where some read-only values are secrets that handlers make: [#withoutWriteOnly] takes them away as
    /// well, so that they are in nothing that is shown.
    ///
    /// @param paths of those
    public ResourceSchema generating(List<PropertyPath> paths) {
        return paths.isEmpty() ? this : new ResourceSchema(profile, document, compiled, List.copyOf(paths));
    }

    /// The secrets in a model that its handler has made; empty if there are none.
    public ObjectNode onlyGenerated(ObjectNode model) {
        return new Secrets(generated, root).secret(model);
    }

    /// What handlers make that is secret.
    public List<PropertyPath> generated() {
        return generated;
    }

    private static Set<HandlerKind> handlers(JsonNode document) {
        EnumSet<HandlerKind> handlers = EnumSet.noneOf(HandlerKind.class);
        for (HandlerKind kind : HandlerKind.values()) {
            if (document.path("handlers").has(kind.wireName())) {
                handlers.add(kind);
            }
        }
        return Collections.unmodifiableSet(handlers);
    }

    /// Reads a schema document. Nothing is fetched: a reference to another document is an error.
    public static Loaded load(JsonNode document) {
        return load(document, Documents.none());
    }

    /// Reads a schema document that may refer to other documents.
    ///
    /// @param others where those are found
    public static Loaded load(JsonNode document, Documents others) {
        return load(document, others, Profile.STRICT);
    }

    /// The same by other rules.
    public static Loaded load(JsonNode document, Documents others, Profile profile) {
        return new SchemaReader(others, profile).read(document.isObject() ? document.deepCopy() : document);
    }

    /// Reads a schema document from its bytes; JSON that is malformed, names something twice or is nested deeper
    /// than 100 levels is [Loaded.Invalid].
    public static Loaded parse(byte[] json) {
        return parse(json, Documents.none());
    }

    /// The same of a document that may refer to others.
    public static Loaded parse(byte[] json, Documents others) {
        return parse(json, others, Profile.STRICT);
    }

    /// The same by other rules.
    public static Loaded parse(byte[] json, Documents others, Profile profile) {
        return switch (Json.read(json)) {
            case Json.Read.Document(JsonNode root, var findings) ->
                new SchemaReader(others, profile).knowing(findings).read(root);
            case Json.Read.Malformed(Finding finding) -> new Loaded.Invalid(List.of(finding));
        };
    }

    public TypeName typeName() {
        return typeName;
    }

    /// By whose rules it was read, and is served.
    public Profile profile() {
        return profile;
    }

    /// A copy of the document that this was read from.
    public ObjectNode document() {
        return document.deepCopy();
    }

    /// The document and what it refers to in others, made one: such parts are among its definitions, and every
    /// reference leads to a place within. A copy.
    public ObjectNode whole() {
        return whole.deepCopy();
    }

    /// The other documents that it refers to, by their URIs, directly or through each other.
    public Map<String, JsonNode> references() {
        return references;
    }

    /// What the document is called by its `$id`.
    public Optional<String> id() {
        return document.optional("$id").map(id -> id.asString(""));
    }

    /// What the schema says about a whole model, and from there about any place in one.
    public Place root() {
        return root;
    }

    /// Whether a path leads to a property that the schema knows.
    public boolean has(PropertyPath path) {
        return SchemaPaths.place(root, path).isPresent();
    }

    public String description() {
        return document.path("description").asString("");
    }

    /// The properties that together identify a resource, in the order of the schema.
    public List<PropertyPath> primaryIdentifier() {
        return primaryIdentifier;
    }

    /// Other sets of properties, each of which identifies a resource.
    public List<List<PropertyPath>> additionalIdentifiers() {
        return additionalIdentifiers;
    }

    /// What a caller can't set.
    public List<PropertyPath> readOnly() {
        return readOnly;
    }

    /// What is never given back.
    public List<PropertyPath> writeOnly() {
        return writeOnly;
    }

    /// What can't be changed once a resource exists.
    public List<PropertyPath> createOnly() {
        return createOnly;
    }

    /// What can be changed under some conditions that only the handler knows.
    public List<PropertyPath> conditionalCreateOnly() {
        return conditionalCreateOnly;
    }

    public List<PropertyPath> deprecated() {
        return deprecated;
    }

    /// The top-level properties that every resource has.
    public List<String> required() {
        return document.path("required").valueStream().map(JsonNode::asString).toList();
    }

    public Set<HandlerKind> handlers() {
        return handlers;
    }

    /// What the handler needs to be allowed; empty if there is no such handler.
    public List<String> permissions(HandlerKind kind) {
        JsonNode permissions = document.path("handlers").path(kind.wireName()).path("permissions");
        return permissions.valueStream().map(JsonNode::asString).toList();
    }

    /// Where people read about the type.
    public Optional<String> documentationUrl() {
        return document.optional("documentationUrl").map(JsonNode::asString);
    }

    /// Where the source of the type is.
    public Optional<String> sourceUrl() {
        return document.optional("sourceUrl").map(JsonNode::asString);
    }

    public Optional<ResourceLink> resourceLink() {
        return ResourceLink.read(document);
    }

    /// How long a whole operation may take. A read and a list answer within 30 seconds, whatever the schema says.
    public Duration timeout(HandlerKind kind) {
        return switch (kind) {
            case READ, LIST -> READ_TIMEOUT;
            case CREATE, UPDATE, DELETE ->
                Duration.ofMinutes(document.path("handlers")
                        .path(kind.wireName())
                        .path("timeoutInMinutes")
                        .asInt(DEFAULT_MINUTES));
        };
    }

    public ReplacementStrategy replacementStrategy() {
        String name = document.path("replacementStrategy").asString("");
        return name.equals(ReplacementStrategy.DELETE_THEN_CREATE.wireName())
                ? ReplacementStrategy.DELETE_THEN_CREATE
                : ReplacementStrategy.CREATE_THEN_DELETE;
    }

    public Tagging tagging() {
        return tagging;
    }

    public boolean taggable() {
        return tagging.property().isPresent();
    }

    /// The path of the property that holds the tags, `/properties/Tags` for example; empty if there are none.
    public Optional<String> tagProperty() {
        return tagging.property().map(PropertyPath::toString);
    }

    /// Everything that is wrong with a model that a caller gives: all keywords, unknown properties, nulls. A
    /// read-only property is never missed, for a caller can't give it. Of formats, `date-time` is asked for and the
    /// others are advice.
    public List<Finding> validateInput(JsonNode model) {
        return validate(model, Mode.FULL);
    }

    /// Everything that is wrong with a model that a handler gives back. As the handler contract has it,
    /// `required`, `dependencies`, `propertyNames`, combinators and conditionals are not looked at, and a format is
    /// advice; no null is accepted.
    public List<Finding> validateModel(JsonNode model) {
        return validate(model, Mode.PARTIAL);
    }

    /// The keywords of the schema that a model breaks which a caller gives: [#validateInput], for those who say it in
    /// words of their own.
    public List<Violation> violations(ObjectNode model) {
        return shape.validate(model, Mode.FULL).stream()
                .filter(violation -> !isReadOnlyRequirement(violation))
                .toList();
    }

    private List<Finding> validate(JsonNode model, Mode mode) {
        if (!model.isObject()) {
            String message = "expected an object, found " + (model.isArray() ? "an array" : "another value");
            return List.of(Finding.error("model.type", "", message));
        }
        Set<String> nulls = new LinkedHashSet<>(Nulls.in(model));
        List<Violation> violations = shape.validate(model, mode);
        if (nulls.isEmpty() && violations.isEmpty()) {
            return List.of();
        }
        FirstFindings findings = new FirstFindings();
        Set<String> broken = new HashSet<>();
        for (Violation violation : violations) {
            broken.add(violation.pointer());
            if (!nulls.contains(violation.pointer()) && !isReadOnlyRequirement(violation)) {
                findings.add(() -> finding(violation, mode));
            }
        }
        for (String pointer : nulls) {
            if (broken.contains(pointer) || mode == Mode.PARTIAL || !mayBeNull(pointer)) {
                findings.add(() ->
                        Finding.error("model.null", pointer, "expected a value or no property at all, found null"));
            }
        }
        return findings.list();
    }

    private Finding finding(Violation violation, Mode mode) {
        Finding finding = wording.finding(violation);
        boolean advice = mode == Mode.PARTIAL && violation.keyword().equals("format");
        return advice ? finding.as(Finding.Severity.WARNING) : finding;
    }

    /// The schema of a whole model.
    Shape shape() {
        return shape;
    }

    private boolean mayBeNull(String pointer) {
        return SchemaPaths.placeOf(root, PointerSteps.split(pointer))
                .map(Place::namesNull)
                .orElse(false);
    }

    private boolean isReadOnlyRequirement(Violation violation) {
        if (!violation.keyword().equals("required")) {
            return false;
        }
        List<String> place = new ArrayList<>(PointerSteps.split(violation.pointer()));
        place.add(violation.name());
        return readOnly.stream().anyMatch(path -> path.covers(place));
    }

    /// Also what holds a write-only value is hidden: a value of the wrong shape may be the secret itself.
    private boolean isHidden(String pointer) {
        List<String> place = PointerSteps.split(pointer);
        return Stream.concat(writeOnly.stream(), generated.stream()).anyMatch(path -> path.touches(place));
    }

    public boolean declaresConfiguration() {
        return configuration.isPresent();
    }

    /// Everything that is wrong with a type configuration. Its values are credentials as a rule, so none is shown.
    public List<Finding> validateConfiguration(ObjectNode values) {
        Wording secretive = new Wording("configuration", pointer -> true);
        if (configuration.isEmpty()) {
            return values.isEmpty()
                    ? List.of()
                    : List.of(Finding.error(
                            "configuration.undeclared", "", "expected no configuration, for the type declares none"));
        }
        List<Finding> findings = new ArrayList<>();
        configuration.get().validate(values, Mode.FULL).forEach(v -> findings.add(secretive.finding(v)));
        return List.copyOf(findings);
    }

    /// Everything that is wrong with the filter of a list, by the list handler's own schema; without one, a filter
    /// is an incomplete model.
    public List<Finding> validateListInput(ObjectNode filter) {
        if (listInput.isEmpty()) {
            return validateModel(filter);
        }
        return listViolations(filter).stream().map(wording::finding).toList();
    }

    /// As [#violations], of the filter of a list.
    public List<Violation> listViolations(ObjectNode filter) {
        return listInput.isPresent()
                ? listInput.get().validate(filter, Mode.FULL)
                : shape.validate(filter, Mode.PARTIAL);
    }

    /// The primary identifier as text: its values in the schema's order joined by `|`; empty if one has no value.
    ///
    /// A single value stands as it is. In a composite identifier a `|` within a value is written `\|`, and a `\`
    /// is written `\\`.
    public Optional<String> identifier(JsonNode model) {
        return identifiers.join(model);
    }

    /// The primary identifier's properties alone, as far as the model has them.
    public ObjectNode identifierModel(JsonNode model) {
        return identifiers.select(model);
    }

    /// The model of an identifier, typed by the schema.
    ///
    /// @throws IllegalArgumentException if the text is no identifier of this type
    public ObjectNode parseIdentifier(String joined) {
        return identifiers.parse(joined);
    }

    public ObjectNode withoutWriteOnly(ObjectNode model) {
        return secrets.visible(model);
    }

    public ObjectNode withoutReadOnly(ObjectNode model) {
        return Secrets.without(readOnly, model);
    }

    /// What [#withoutWriteOnly] takes away, in a form that [#overlay] can put back. A list with write-only
    /// properties in its items is kept whole: the items are recognized by the rest of them.
    public ObjectNode onlyWriteOnly(ObjectNode model) {
        return secrets.secret(model);
    }

    /// Puts write-only values back where they were, unless there are new ones. What held one and is gone stays
    /// gone. An item of a list gets the values of the item that it was, which is the one whose other members it
    /// still has.
    public ObjectNode overlay(ObjectNode visible, ObjectNode secret) {
        return secrets.overlay(visible, secret);
    }

    /// Whether two models are the same by the schema: lists, sets and multisets as `insertionOrder` and
    /// `uniqueItems` say, numbers by value; absent is not null.
    public boolean equal(JsonNode a, JsonNode b) {
        return ModelEquality.equal(Optional.of(root), a, b);
    }

    /// The pointers of desired properties that are missing in the actual model or differ in it; write-only ones
    /// are not compared. Empty once the desired state is reached.
    ///
    /// Members that only the actual model has are no concern, at any depth. A list is compared as a whole.
    public List<String> unmet(ObjectNode desired, ObjectNode actual) {
        return ModelEquality.unmet(root, secrets.visible(desired), secrets.visible(actual));
    }

    /// Those of the paths whose values differ. A property that is absent on one side only differs, too.
    public List<PropertyPath> changed(ObjectNode before, ObjectNode after, List<PropertyPath> among) {
        return among.stream()
                .filter(path -> ModelEquality.differs(root, path, before, after))
                .toList();
    }

    /// The top-level properties, in the order of the schema.
    public List<Property> properties() {
        return shape.properties().entrySet().stream()
                .map(entry -> property(entry.getKey(), entry.getValue()))
                .toList();
    }

    private Property property(String name, Shape declared) {
        PropertyPath path = PropertyPath.parse("/properties/" + PointerSteps.escape(name));
        boolean required = document.path("required").values().stream()
                .anyMatch(node -> node.asString("").equals(name));
        String description = Place.of(declared).sources().stream()
                .map(source -> source.path("description").asString(""))
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("");
        return new Property(
                name,
                typeText(Place.of(declared)),
                required,
                readOnly.contains(path),
                writeOnly.contains(path),
                createOnly.contains(path),
                description);
    }

    private static String typeText(Place place) {
        String text = JsonType.text(place.types());
        return text.equals("array")
                ? "array of "
                        + place.item().map(item -> JsonType.text(item.types())).orElse("any")
                : text;
    }

    @Override
    public String toString() {
        return typeName.toString();
    }

    /// The first findings on a model, each once, and how many more there would be: a model can be wrong in as many
    /// places as it has values, and no caller reads them all.
    private static final class FirstFindings {

        /// How many are told; one more says how many are not.
        private static final int MOST = 100;

        private final Set<Finding> first = new LinkedHashSet<>();
        private long more;
        private boolean anyError;

        /// Beyond the most, a finding is only counted. Whether it is an error is asked until one of them is.
        void add(Supplier<Finding> finding) {
            if (first.size() < MOST) {
                first.add(finding.get());
                return;
            }
            more++;
            anyError = anyError || finding.get().isError();
        }

        List<Finding> list() {
            List<Finding> all = new ArrayList<>(first);
            if (more > 0) {
                String message = "there are " + more + " more findings, which are not told";
                Finding last = Finding.warning("model.more", "", message);
                all.add(anyError ? last.as(Finding.Severity.ERROR) : last);
            }
            return List.copyOf(all);
        }
    }
}
