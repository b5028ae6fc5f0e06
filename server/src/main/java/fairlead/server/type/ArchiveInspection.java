package fairlead.server.type;

import fairlead.lambda.Providers;
import fairlead.schema.Finding;
import fairlead.schema.Finding.Severity;
import fairlead.schema.HandlerKind;
import fairlead.schema.Loaded;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.lint.Lints;
import fairlead.schema.reference.Documents;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.archive.DataClassCheck;
import fairlead.server.type.archive.HandlerCheck;
import fairlead.server.type.archive.ModelledHandlers;
import fairlead.server.type.archive.RegistrationFile;
import fairlead.server.type.archive.TypeArchive;
import fairlead.server.type.composite.CompositeType;
import fairlead.server.type.composite.Composites;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.ResourceKind;
import fairlead.server.type.definition.SchemaSummary;
import fairlead.server.type.simulated.SimulatedType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Looks an archive over before it is registered, and tells everything that is wrong with it at once: in the
/// archive, the schema, the registration file, the handler, and in how it fits in with the types that are
/// there.
///
/// Places are written `schema.json#/properties/Url`: a file of the archive, and a JSON Pointer into it.
final class ArchiveInspection {

    /// The organization of the types that come with the program.
    private static final String RESERVED = "Fairlead";

    private static final int DEEPEST = 3;

    private final List<Detail> wrong = new ArrayList<>();
    private final List<Finding> warnings = new ArrayList<>();
    private final TypeArchive unpacked;
    private final Documents others;
    private final Optional<ObjectNode> document;
    private final Registration registration;
    private final Optional<SchemaSummary> outline;
    private final Map<String, JsonNode> references;

    /// Empty of an unsound schema, and once it has been let go.
    private Optional<ResourceSchema> schema;

    private ArchiveInspection(TypeArchive unpacked, Documents others) {
        this.unpacked = unpacked;
        this.others = others;
        document = RegistrationFile.read(unpacked, wrong);
        List<Detail> refused = new ArrayList<>();
        registration = Registration.read(document.orElseGet(JsonNodeFactory.instance::objectNode), refused);
        boolean simulated = registration.simulation().isPresent();
        wrong.addAll(unpacked.wrong());
        Optional<ResourceSchema> declared =
                unpacked.schema().length == 0 ? Optional.empty() : readSchema(unpacked.schema());
        schema = simulated ? declared.map(this::simulated) : declared;
        outline = schema.map(sound -> SchemaSummary.of(sound.document()));
        references = schema.map(ResourceSchema::references).orElse(Map.of());
        refused.forEach(detail -> wrong.add(new Detail(detail.id(), detail.message(), place(detail.target()))));
        schema.ifPresent(this::checkPaths);
    }

    /// What the registration says of properties is said of those that the schema has.
    private void checkPaths(ResourceSchema known) {
        registration
                .arn()
                .filter(template -> !ArnForm.Declared.fits(template, known.primaryIdentifier()))
                .ifPresent(template -> wrong.add(new Detail(
                        "registration.arn",
                        "the labels have to be the properties of the primary identifier, " + known.primaryIdentifier()
                                + "; found '" + template + "'",
                        place("/arn"))));
        DataClassCheck.check(registration.data(), known, wrong);
    }

    /// Looks at the archive itself.
    ///
    /// @param others where the documents are that its schema refers to
    static ArchiveInspection of(TypeArchive unpacked, Documents others) {
        ArchiveInspection inspection = new ArchiveInspection(unpacked, others);
        inspection.schema.ifPresent(inspection::checkEnvelope);
        if (inspection.registration.simulation().isEmpty()) {
            inspection.schema.ifPresent(inspection::requireHandlers);
            inspection.checkHandler();
        }
        inspection.noteUnused();
        return inspection;
    }

    private Optional<ResourceSchema> readSchema(byte[] json) {
        return switch (ResourceSchema.parse(json, others, registration.profile())) {
            case Loaded.Valid(var valid, var found) -> {
                Set<Finding> all = new LinkedHashSet<>(found);
                Lints.of(valid.document()).stream()
                        .map(registration.profile()::weigh)
                        .forEach(all::add);
                all.forEach(this::addOfSchema);
                yield Optional.of(valid);
            }
            case Loaded.Invalid(var findings) -> {
                findings.stream().filter(Finding::isError).forEach(this::addOfSchema);
                yield Optional.empty();
            }
        };
    }

    /// What is said of handlers that a schema lacks is said otherwise here: they are required, or simulated.
    private void addOfSchema(Finding finding) {
        String place = "schema.json#" + finding.pointer();
        if (finding.isError()) {
            wrong.add(new Detail(finding.id(), finding.message(), place));
        } else if (!finding.id().equals("schema.handler-missing")) {
            warn(finding.id(), place, finding.message());
        }
    }

    /// The schema as it is simulated, and what keeps it from being so.
    private ResourceSchema simulated(ResourceSchema declared) {
        SimulatedType simulated = SimulatedType.of(declared);
        if (!simulated.added().isEmpty()) {
            String names = String.join(
                    ", ", simulated.added().stream().map(HandlerKind::wireName).toList());
            warn(
                    "simulation.handlers-added",
                    "schema.json#/handlers",
                    "handlers that the schema does not declare are simulated, too: " + names);
        }
        registration
                .simulation()
                .ifPresent(behaviour -> simulated
                        .wrong(behaviour, registration.actions())
                        .forEach(finding -> wrong.add(new Detail(
                                finding.id(), finding.message(), place("/simulation" + finding.pointer())))));
        return simulated.schema();
    }

    /// Whether the registration file has a value there that can't be used, or can't be read at all. What
    /// depends on it is not looked at: one mistake is told once.
    private boolean unusable(String key, Optional<?> value) {
        return value.isEmpty() && document.map(known -> known.has(key)).orElse(true);
    }

    private void requireHandlers(ResourceSchema known) {
        for (HandlerKind kind : List.of(HandlerKind.CREATE, HandlerKind.READ, HandlerKind.DELETE)) {
            if (!known.handlers().contains(kind)) {
                String message = "expected a handler " + kind.wireName() + ": create, read and delete are required";
                wrong.add(new Detail("schema.handler-missing", message, "schema.json#/handlers"));
            }
        }
    }

    /// What is in the envelope is a property at the top of the schema, which callers see and which does not
    /// name the resource.
    private void checkEnvelope(ResourceSchema known) {
        registration.envelope().forEach((member, property) -> {
            String pointer = "/properties/" + property;
            boolean fits = known.root()
                    .property(property)
                    .filter(place -> member.jsonType().in(place.types()))
                    .isPresent();
            boolean other = Stream.concat(known.primaryIdentifier().stream(), known.writeOnly().stream())
                    .anyMatch(path -> path.toString().equals(pointer));
            if (!fits || other) {
                String message = "expected a property of the schema that is "
                        + JsonType.text(member.jsonType().bit())
                        + " and neither identifies the resource nor is write-only, found '" + property + "'";
                wrong.add(new Detail("registration.envelope", message, place("/envelope/" + member.word())));
            }
        });
    }

    private void checkHandler() {
        Optional<String> className = registration.handler();
        if (registration.smithy().isPresent()) {
            schema.ifPresent(known ->
                    ModelledHandlers.check(unpacked, registration.smithy().get(), known, wrong, warnings));
            return;
        }
        if (registration.template().isPresent()) {
            if (!unpacked.jars().containsKey(CompositeType.FILE)) {
                wrong.add(new Detail(
                        "archive.template-missing",
                        "expected the template in " + CompositeType.FILE,
                        CompositeType.FILE));
            }
            return;
        }
        if (className.isEmpty()
                && (unpacked.isProvider() || registration.endpoint().isPresent())) {
            return;
        }
        if (unpacked.jarFiles().isEmpty()) {
            wrong.add(new Detail("archive.jar-missing", "expected the handler in a jar at the top level", ""));
        }
        if (className.isEmpty() && !unusable("handler", className)) {
            wrong.add(new Detail(
                    "registration.handler-missing",
                    "expected the name of the handler's class: {\"handler\": \"org.example.MyHandler\"}",
                    place("/handler")));
        }
    }

    private void noteUnused() {
        if (!unpacked.unused().isEmpty() && !unpacked.isProvider()) {
            List<String> names = unpacked.unused();
            String some = String.join(", ", names.subList(0, Math.min(5, names.size())));
            String more = names.size() > 5 ? " and " + (names.size() - 5) + " more" : "";
            warn(
                    "archive.unused",
                    "",
                    "used are schema.json, fairlead.json and the jars at the top level; found " + some + more);
        }
    }

    // -- by itself --------------------------------------------------------------------------------------------------

    /// The schema of a version that is sound as far as it can be told from it alone; else a problem with
    /// everything that is wrong.
    ResourceSchema alone() {
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return schema.orElseThrow();
    }

    Registration registration() {
        return registration;
    }

    List<Finding> warnings() {
        return List.copyOf(warnings);
    }

    /// Has a Java handler made, and a CloudFormation provider started if nothing else is wrong: what is wrong
    /// with it is told like the rest.
    void tryHandler(Providers providers) {
        boolean itself = registration.endpoint().isEmpty();
        if (registration.simulation().isEmpty() && registration.smithy().isEmpty()) {
            Optional<String> className = registration.handler();
            className.ifPresent(name -> new HandlerCheck(unpacked, registration.needs(), providers, wrong)
                    .check(name, schema, !registration.actions().isEmpty()));
            itself &= className.isEmpty();
        }
        if (wrong.isEmpty() && unpacked.isProvider() && itself) {
            providers
                    .check(unpacked.digest(), unpacked.folder(), schema.orElseThrow(), registration.needs())
                    .forEach(finding -> wrong.add(new Detail(finding.id(), finding.message(), finding.pointer())));
        }
    }

    /// Holds a template that is the handler against its schema and the types that there are.
    ///
    /// @param account that registers; empty for the operator
    void tryTemplate(Supplier<Composites> engine, Catalog catalog, Optional<String> account) {
        if (isComposed() && wrong.isEmpty()) {
            wrong.addAll(new TemplateCheck(engine.get(), catalog, account)
                    .faults(unpacked.folder(), schema.orElseThrow(), registration));
        }
    }

    // -- among the types that are there -----------------------------------------------------------------------------

    /// What may be registered beside the types of the catalog; else a problem with everything that is wrong.
    ///
    /// @param account that registers; empty for the operator
    RegistrationCandidate against(Catalog catalog, Optional<String> account) {
        Placing placing = new Placing(catalog, account);
        outline.ifPresent(placing::check);
        List<Detail> all = new ArrayList<>(wrong);
        all.addAll(placing.clashes);
        if (!all.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(all));
        }
        SchemaSummary known = outline.orElseThrow();
        return new RegistrationCandidate(known, references, registration, placing.armType(known.typeName()));
    }

    /// What the type is called, as far as its schema can be read.
    Optional<TypeName> typeName() {
        return outline.map(SchemaSummary::typeName);
    }

    /// Whether its handler is a template.
    boolean isComposed() {
        return registration.template().isPresent();
    }

    boolean isSound() {
        return outline.isPresent();
    }

    /// The documents that the schema refers to; none of an unsound one.
    Map<String, JsonNode> references() {
        return references;
    }

    /// Keeps the schema no longer, which is large: one of many is compiled again when it is needed.
    ArchiveInspection letGo() {
        schema = Optional.empty();
        return this;
    }

    /// What is probably not as it was meant.
    List<Finding> warnings(Catalog catalog) {
        List<Finding> all = new ArrayList<>(warnings);
        typeName()
                .map(name -> catalog.configurations().get(ConfigurationOwner.operator(name)))
                .ifPresent(configuration -> all.addAll(misfits(catalog, configuration)));
        return List.copyOf(all);
    }

    private List<Finding> misfits(Catalog catalog, Configuration configuration) {
        ResourceSchema known = schema.or(
                        () -> catalog.withDigest(unpacked.digest()).map(TypeVersion::schema))
                .orElseThrow();
        return known.validateConfiguration(configuration.values()).stream()
                .map(finding -> new Finding(
                        Severity.WARNING,
                        finding.id(),
                        "configuration#" + finding.pointer(),
                        "the configuration that is set does not fit this version: " + finding.message()))
                .toList();
    }

    /// One look at how the version fits in.
    private final class Placing {

        private final Catalog catalog;
        private final Optional<String> account;
        private final List<Detail> clashes = new ArrayList<>();
        private final Optional<RegisteredType> parent;

        Placing(Catalog catalog, Optional<String> account) {
            this.catalog = catalog;
            this.account = account;
            parent = registration
                    .parent()
                    .filter(name -> !isThis(name) && catalog.isOffered(name, account))
                    .flatMap(catalog::find);
        }

        private boolean isThis(TypeName name) {
            return typeName().filter(name::equals).isPresent();
        }

        void check(SchemaSummary known) {
            TypeName name = known.typeName();
            boolean reserved = name.organization().equalsIgnoreCase(RESERVED);
            if (reserved) {
                clash(
                        "registration.reserved",
                        "the organization " + RESERVED + " is reserved",
                        "schema.json#/typeName");
            }
            if (unusable("parent", registration.parent()) || unusable("armType", registration.armType())) {
                return;
            }
            if (registration.parent().isPresent() && parent.isEmpty()) {
                String missing = isThis(registration.parent().get())
                        ? "a type can't be nested under itself"
                        : "there is no type " + registration.parent().get() + "; register it first";
                clash("registration.parent", missing, place("/parent"));
                return;
            }
            checkArmType(name, reserved);
            checkActions(name);
            checkKind(known);
            checkIdentifier(known);
            catalog.find(name).ifPresent(type -> checkAgainst(type.current(), known));
        }

        ArmType armType(TypeName name) {
            return registration.armType(name, parent.map(type -> type.current().armType()));
        }

        private void checkArmType(TypeName name, boolean reserved) {
            ArmType armType;
            try {
                armType = armType(name);
            } catch (IllegalArgumentException refused) {
                clash(
                        "registration.armType",
                        refused.getMessage() + "; set an armType in fairlead.json",
                        place("/armType"));
                return;
            }
            Optional<ArmType> above = parent.map(type -> type.current().armType());
            List<String> expected = new ArrayList<>(above.map(ArmType::types).orElse(List.of()));
            expected.add(armType.types().getLast());
            boolean fits = armType.types().equals(expected)
                    && above.map(ArmType::namespace).orElse(armType.namespace()).equals(armType.namespace());
            if (!fits) {
                String wanted = above.map(type -> type + "/...").orElse("Namespace.Name/types, for there is no parent");
                clash("registration.armType", "expected " + wanted + ", found " + armType, place("/armType"));
            }
            if (registration.kind() == ResourceKind.TRACKED && armType.types().size() > DEEPEST) {
                clash("registration.parent", "tracked types are nested at most " + DEEPEST + " deep", place("/parent"));
            }
            String namespace = armType.namespace().toLowerCase(Locale.ROOT);
            if (!reserved && (namespace + ".").startsWith(RESERVED.toLowerCase(Locale.ROOT) + ".")) {
                clash(
                        "registration.reserved",
                        "the namespace " + armType.namespace() + " is reserved",
                        place("/armType"));
            }
            catalog.findArmType(armType.key())
                    .filter(other -> !other.name().equals(name))
                    .ifPresent(other -> clash(
                            "registration.armType-taken",
                            (catalog.isOffered(other.name(), account) ? "the type " + other.name() : "another type")
                                    + " has the ARM type " + armType + "; set another in fairlead.json",
                            place("/armType")));
        }

        /// What is not recorded is known by its address alone, and only its handler can tell what there is.
        private void checkKind(SchemaSummary known) {
            Optional<ResourceKind> above =
                    parent.map(type -> type.current().registration().kind());
            if (registration.kind() == ResourceKind.TRACKED) {
                if (above.isPresent() && above.get() != ResourceKind.TRACKED) {
                    clash("registration.kind", "a tracked type can't be nested under a proxy type", place("/kind"));
                }
                return;
            }
            boolean extension = registration.kind() == ResourceKind.EXTENSION;
            if (above.isPresent() && above.get() == ResourceKind.EXTENSION) {
                clash("registration.kind", "nothing is nested under an extension type", place("/parent"));
            }
            if (above.isEmpty() && !extension) {
                clash("registration.kind", "a proxy type is nested under another: it needs a parent", place("/kind"));
            }
            if (extension && (above.isPresent() || known.primaryIdentifier().size() != 2)) {
                clash(
                        "registration.kind",
                        "an extension type has no parent; it is identified by the id of what it extends and its own"
                                + " name",
                        place("/kind"));
            }
            if (known.handlerNames()) {
                clash(
                        "registration.kind",
                        "what is not recorded is identified by its address, not by what the handler makes",
                        place("/kind"));
            }
            if (!known.handlers().contains(HandlerKind.LIST)) {
                clash("registration.kind", "a type that is not recorded needs a list handler", place("/kind"));
            }
        }

        /// `{resource}/{word}` is either an action or the list of a nested type.
        private void checkActions(TypeName name) {
            for (Action action : registration.actions()) {
                boolean taken = catalog.nestedUnder(name).stream()
                        .anyMatch(type ->
                                action.isCalled(type.current().armType().types().getLast()));
                if (taken) {
                    clash(
                            "registration.action-taken",
                            "a type that is nested under this one has the address of the action " + action.name(),
                            place("/actions/" + action.name()));
                }
            }
            checkTenantActions(name);
            @Nullable ArmType armType = parent.isEmpty() ? null : armTypeIfAny(name);
            if (armType != null && parent.get().hasAction(armType.types().getLast())) {
                clash(
                        "registration.action-taken",
                        "the parent has an action " + armType.types().getLast(),
                        place("/armType"));
            }
        }

        /// `/providers/{namespace}/{word}` is an action of one type.
        private void checkTenantActions(TypeName name) {
            @Nullable ArmType armType = armTypeIfAny(name);
            for (Action action : registration.actions()) {
                boolean taken = armType != null
                        && action.scope() == Action.Scope.TENANT
                        && catalog.withTenantAction(armType.namespace(), action.name())
                                .filter(type -> !type.name().equals(name))
                                .isPresent();
                if (taken) {
                    clash(
                            "registration.action-taken",
                            "another type of the namespace has the action " + action.name(),
                            place("/actions/" + action.name()));
                }
            }
        }

        /// The ARM type that follows from a name may be one that ARM types can't have, which is told of once.
        private @Nullable ArmType armTypeIfAny(TypeName name) {
            try {
                return armType(name);
            } catch (IllegalArgumentException told) {
                return null;
            }
        }

        /// Callers name a nested resource by its parent's names and its own, so those are its identifier;
        /// unless the handler makes the identifier.
        private void checkIdentifier(SchemaSummary known) {
            List<PropertyPath> identifier = known.primaryIdentifier();
            if (parent.isEmpty() || known.handlerNames()) {
                return;
            }
            int depth = parent.get().current().armType().types().size() + 1;
            if (identifier.size() != depth) {
                clash(
                        "registration.nested-identifier",
                        "expected " + depth + " properties, found " + identifier.size()
                                + ": what callers name is identified by the names of its parents, outermost first, and"
                                + " its own",
                        "schema.json#/primaryIdentifier");
            }
        }

        /// What has to stay the same in all versions, for resources go on with their addresses and identifiers.
        private void checkAgainst(TypeVersion current, SchemaSummary known) {
            if (current.source() == TypeVersion.Source.SHIPPED) {
                clash("registration.reserved", "the type comes with the program", "schema.json#/typeName");
                return;
            }
            if (!current.parent().equals(registration.parent())) {
                same(
                        "registration.parent-changed",
                        "the parent",
                        current.parent().map(TypeName::toString).orElse("none"),
                        place("/parent"));
            } else if (!armType(current.name()).equals(current.armType())) {
                same(
                        "registration.armType-changed",
                        "the ARM type",
                        current.armType().toString(),
                        place("/armType"));
            }
            if (current.registration().kind() != registration.kind()) {
                same(
                        "registration.kind-changed",
                        "the kind",
                        current.registration().kind().name().toLowerCase(Locale.ROOT),
                        place("/kind"));
            }
            if (!current.outline().primaryIdentifier().equals(known.primaryIdentifier())) {
                same(
                        "registration.identifier-changed",
                        "the primary identifier",
                        current.outline().primaryIdentifier().toString(),
                        "schema.json#/primaryIdentifier");
            }
        }

        private void same(String id, String what, String was, String place) {
            clash(
                    id,
                    what + " has to be the same in all versions, " + was + "; unregister the type to change it",
                    place);
        }

        private void clash(String id, String message, String place) {
            clashes.add(new Detail(id, message, place));
        }
    }

    private void warn(String id, String place, String message) {
        warnings.add(new Finding(Severity.WARNING, id, place, message));
    }

    private static String place(String pointer) {
        return "fairlead.json#" + pointer;
    }
}
