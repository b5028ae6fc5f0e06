package fairlead.server.type;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.host.egress.EgressProxy;
import fairlead.host.jvm.HandlerCode;
import fairlead.lambda.Providers;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.data.DataClass;
import fairlead.schema.reference.TypeDocuments;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeStore.Documents;
import fairlead.server.type.TypeStore.Entry;
import fairlead.server.type.TypeVersion.Serving;
import fairlead.server.type.archive.ArchiveDigests;
import fairlead.server.type.archive.IsolatedHandler;
import fairlead.server.type.archive.JarCache;
import fairlead.server.type.archive.ModelledHandlers;
import fairlead.server.type.composite.CompositeType;
import fairlead.server.type.composite.Composites;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.SchemaSummary;
import fairlead.server.type.simulated.SimulatedType;
import fairlead.simulation.Simulation;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The types that are served: shipped ones, and registered ones as the database has them.
///
/// Reads are in memory. Whether another node has changed something is looked up when a type is not found, and
/// every two seconds by the next caller: one row, and only what differs is read again. Changes are made by
/// [Registrations].
public final class Types {

    private static final Logger LOG = LoggerFactory.getLogger(Types.class);
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(2);
    private static final Duration LEFTOVER = Duration.ofHours(1);

    private final TypeStore store = new TypeStore();
    private final Map<String, RegisteredType> shipped = new LinkedHashMap<>();
    private final AtomicReference<Instant> nextLook = new AtomicReference<>(Instant.MIN);
    private final Database database;
    private final Vault vault;
    private final Clock clock;
    private final JarCache jars;
    private final VersionCache recently = new VersionCache();
    private final Providers providers;
    private final Sealing sealing;
    private final AtomicReference<@Nullable Composites> composites = new AtomicReference<>();
    private volatile Catalog catalog = Catalog.of(-1, List.of(), Map.of(), Map.of());

    /// @param cache a folder for the jars of registered types, of this process alone
    /// @param providers hosts their handlers
    /// @param sealed the classes of data that are sealed where they are stored
    public Types(Database database, Vault vault, Clock clock, Path cache, Providers providers, Set<DataClass> sealed) {
        this.database = database;
        this.vault = vault;
        this.clock = clock;
        this.providers = providers;
        jars = new JarCache(cache);
        Quotas quotas = new Quotas(database).refresh();
        sealing = new Sealing(name -> catalog().find(name).or(() -> find(name)), vault, sealed, quotas);
    }

    /// Serves types that come with the program. A parent comes before what is nested under it.
    public synchronized void ship(List<ResourceType> types) {
        for (ResourceType type : types) {
            TypeVersion version = shippedVersion(type);
            shipped.put(version.name().toString(), new RegisteredType(version.name(), 1, List.of(version)));
        }
        catalog = Catalog.of(-1, shipped.values(), catalog.configurations(), catalog.owners());
    }

    /// Sets what carries out the templates that are handlers of types. Called once, before any handler is.
    public void compose(Composites templates) {
        if (!composites.compareAndSet(null, templates)) {
            throw new IllegalStateException("what carries out templates is set already");
        }
    }

    Composites composites() {
        return Optional.ofNullable(composites.get())
                .orElseThrow(() -> new IllegalStateException("nothing carries out templates yet"));
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    public Collection<RegisteredType> all() {
        lookNowAndThen();
        return catalog.byName().values();
    }

    public Optional<RegisteredType> find(TypeName name) {
        lookNowAndThen();
        return catalog.find(name).or(() -> {
            refresh();
            return catalog.find(name);
        });
    }

    /// The type of that ARM name, in any case.
    public Optional<RegisteredType> find(ArmType armType) {
        return findArmType(armType.key());
    }

    /// The type of a namespace that has an action for the whole tenant which callers write so.
    public Optional<RegisteredType> withTenantAction(String namespace, String word) {
        lookNowAndThen();
        return catalog.withTenantAction(namespace, word).or(() -> {
            refresh();
            return catalog.withTenantAction(namespace, word);
        });
    }

    /// The type whose [ArmType#key()] that is.
    public Optional<RegisteredType> findArmType(String key) {
        lookNowAndThen();
        return catalog.findArmType(key).or(() -> {
            refresh();
            return catalog.findArmType(key);
        });
    }

    /// How a type is written in addresses, by a name of either kind: `Fairlead::Lab::Thing` or
    /// `Fairlead.Lab/things`.
    public Optional<String> nameInAddresses(String name) {
        Optional<RegisteredType> type =
                name.contains("::") ? findIfWellFormed(name) : findArmType(name.toLowerCase(Locale.ROOT));
        return type.map(known -> known.current().armType().toString());
    }

    private Optional<RegisteredType> findIfWellFormed(String name) {
        try {
            return find(TypeName.parse(name));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// The types nested directly under that one.
    public List<RegisteredType> nestedUnder(TypeName parent) {
        return catalog.nestedUnder(parent);
    }

    /// The types that extend others.
    public List<RegisteredType> extensions() {
        return catalog.extensions();
    }

    /// The version of the type that has this API version.
    public Optional<TypeVersion> find(RegisteredType type, String apiVersion) {
        return type.withApiVersion(apiVersion).or(() -> {
            refresh();
            return catalog.find(type.name()).flatMap(now -> now.withApiVersion(apiVersion));
        });
    }

    /// The version that a resource was made with; a bug or a removed type if it is missing. What is known
    /// here by now is not looked for, so that a transaction may ask.
    public TypeVersion version(TypeName name, int version) {
        return known(name, version)
                .or(() -> {
                    refresh();
                    return catalog.find(name).flatMap(type -> type.version(version));
                })
                .orElseThrow(() -> new IllegalStateException(name + " has no version " + version));
    }

    /// As [#version], of what is known here by now: nothing is read.
    public Optional<TypeVersion> known(TypeName name, int version) {
        return catalog.find(name).flatMap(type -> type.version(version));
    }

    /// As [#findArmType], of what is known here by now: nothing is read.
    public Optional<RegisteredType> knownArmType(String key) {
        return catalog.findArmType(key);
    }

    /// Whether a type that is known here by now has anything on the data plane.
    public boolean haveDataPlane() {
        return catalog.dataPlane();
    }

    /// What is set for the type, as its handlers see it when they work for an account: a copy of what that
    /// account has set, or else of what the operator has. Nothing, if the type declares no configuration:
    /// some handlers fail on values that they don't know.
    public ObjectNode configuration(TypeName name, String account) {
        boolean declared = find(name)
                .filter(type -> type.current().schema().declaresConfiguration())
                .isPresent();
        return declared
                ? findConfiguration(new ConfigurationOwner(name, account))
                        .map(TypeConfiguration::values)
                        .orElseGet(() -> configured(name))
                : JsonNodeFactory.instance.objectNode();
    }

    /// What the operator has set for the type, whatever it declares: a copy.
    public ObjectNode configured(TypeName name) {
        return findConfiguration(ConfigurationOwner.operator(name))
                .map(TypeConfiguration::values)
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    /// What the operator or the account has set for the type itself, and when.
    public Optional<TypeConfiguration> findConfiguration(ConfigurationOwner owner) {
        lookNowAndThen();
        return Optional.ofNullable(catalog.configurations().get(owner)).map(Configuration::opened);
    }

    /// The account that a type belongs to; empty for a type of the operator, which is offered to all accounts.
    public Optional<String> owner(TypeName name) {
        lookNowAndThen();
        Optional<String> known = Optional.ofNullable(catalog.owners().get(name));
        boolean registered = known.isPresent() || catalog.find(name).isPresent();
        return registered ? known : database.read(transaction -> store.findOwner(transaction, name));
    }

    /// The types that are offered to an account.
    ///
    /// @param account its subscription; empty for what is offered to all
    public OfferedTypes offeredTo(String account) {
        return new OfferedTypes(this, account);
    }

    /// Keeps the name of a type for an account that is to register it; false if it is another's, or the
    /// operator's.
    public boolean claim(TypeName name, String account) {
        boolean offered = find(name).isPresent();
        return database.write(transaction -> {
            boolean operators = offered && store.findOwner(transaction, name).isEmpty();
            return !operators && store.claim(transaction, name, account).equals(account);
        });
    }

    /// The versions of a type that were taken away, the oldest first.
    public List<DeregisteredVersion> deregistered(TypeName name) {
        return database.read(transaction -> store.listDeregistered(transaction, name));
    }

    /// The types of which no version is left, by name.
    public List<TypeName> deregistered() {
        return database.read(store::deregisteredTypes);
    }

    /// How many resources each type has; those that have none are missing.
    public Map<TypeName, Long> resourceCounts() {
        Map<TypeName, Long> counts = new HashMap<>();
        database.read(store::countResources).forEach(count -> counts.put(count.name(), count.resources()));
        return counts;
    }

    /// How many resources each type has in each state. It reads the whole table.
    public List<StateCount> stateCounts() {
        return database.read(store::countStates);
    }

    /// The processes of handlers.
    public Providers.Processes providerProcesses() {
        return providers.processes();
    }

    /// By what handlers connect whose type says where to.
    public EgressProxy egress() {
        return providers.egress();
    }

    public long resourceCount(TypeName name) {
        return database.read(transaction -> store.countResources(transaction, name));
    }

    /// The report of a version's contract tests; empty if it was registered without one.
    public Optional<byte[]> contractReport(TypeVersion version) {
        return database.read(transaction -> store.findReport(transaction, version.name(), version.version()));
    }

    /// The schemas of the types as they are now, each of its default version, for other schemas to refer to.
    ///
    /// @param account to which they are offered; empty for the operator, who sees them all
    TypeDocuments documents(Optional<String> account) {
        Catalog now = catalog;
        return TypeDocuments.ofEntries(now.byName().values().stream()
                .filter(type -> now.isOffered(type.name(), account))
                .map(RegisteredType::current)
                .map(version -> new TypeDocuments.Entry(
                        version.outline().id(),
                        version.name().toString(),
                        () -> version.schema().document()))
                .toList());
    }

    // -- keeping up -------------------------------------------------------------------------------------------------

    /// Looks at once whether types have changed.
    public synchronized void refresh() {
        long generation = database.read(store::generation);
        nextLook.set(clock.instant().plus(LOOK_PAUSE));
        Catalog before = catalog;
        if (generation != before.generation()) {
            Catalog after = load(generation, before);
            catalog = after;
            if (before.generation() < 0) {
                jars.sweep(after.digests(), clock.instant().minus(LEFTOVER));
            }
            before.digests().stream()
                    .filter(digest -> !after.digests().contains(digest))
                    .forEach(digest -> {
                        jars.forget(digest);
                        providers.forget(digest);
                    });
        }
    }

    /// What of their resources is sealed where it is stored.
    public Sealing sealing() {
        return sealing;
    }

    Catalog catalog() {
        return catalog;
    }

    JarCache jars() {
        return jars;
    }

    public Providers providers() {
        return providers;
    }

    private void lookNowAndThen() {
        Instant now = clock.instant();
        Instant due = nextLook.get();
        boolean waits = now.isBefore(due) && !due.isAfter(now.plus(LOOK_PAUSE)); // else the clock was set back
        if (waits || !nextLook.compareAndSet(due, now.plus(LOOK_PAUSE))) {
            return;
        }
        try {
            refresh();
        } catch (DatabaseException failure) {
            LOG.warn("can't look for changes of types: {}", failure.getMessage());
        }
    }

    private Catalog load(long generation, Catalog before) {
        Map<TypeName, List<Entry>> entries = new LinkedHashMap<>();
        for (Entry entry : database.read(store::listVersions)) {
            entries.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(entry);
        }
        List<RegisteredType> types = new ArrayList<>(shipped.values());
        entries.forEach((name, versions) -> stored(name, versions, before).ifPresent(types::add));
        return Catalog.of(generation, types, configurations(before), owners());
    }

    private Map<TypeName, String> owners() {
        Map<TypeName, String> owners = new HashMap<>();
        database.read(store::listOwners).forEach(owner -> owners.put(owner.name(), owner.account()));
        return owners;
    }

    private Map<ConfigurationOwner, Configuration> configurations(Catalog before) {
        Map<ConfigurationOwner, Configuration> configurations = new HashMap<>();
        for (TypeStore.Sealed sealed : database.read(store::listConfigurations)) {
            Configuration known = before.configurations().get(sealed.owner());
            boolean same = known != null && known.isAs(sealed);
            configurations.put(sealed.owner(), same ? known : new Configuration(sealed, vault));
        }
        return configurations;
    }

    /// A type as it is stored; without the versions that can't be served, and empty if its default is one of
    /// those.
    private Optional<RegisteredType> stored(TypeName name, List<Entry> entries, Catalog before) {
        List<TypeVersion> versions = new ArrayList<>();
        for (Entry entry : entries) {
            Optional<TypeVersion> known = before.find(name)
                    .flatMap(type -> type.version(entry.version()))
                    .filter(version -> version.digest().equals(entry.digest())
                            && version.tested().equals(entry.tested()));
            known.or(() -> stored(entry)).ifPresent(versions::add);
        }
        RegisteredType type = new RegisteredType(name, entries.getFirst().defaultVersion(), versions);
        boolean usable = type.version(type.defaultVersion()).isPresent();
        return usable ? Optional.of(type) : Optional.empty();
    }

    private Optional<TypeVersion> stored(Entry entry) {
        try {
            return database.read(transaction -> store.findDocuments(transaction, entry))
                    .map(documents -> version(entry, documents));
        } catch (ProblemException | IllegalArgumentException refused) {
            LOG.error("version {} of {} can't be served: {}", entry.version(), entry.name(), refused.getMessage());
            return Optional.empty();
        }
    }

    private TypeVersion version(Entry entry, Documents documents) {
        Registration registration = registration(documents);
        return registration.simulation().isPresent()
                ? simulated(entry, registration, documents)
                : loaded(entry, registration, documents);
    }

    private TypeVersion loaded(Entry entry, Registration registration, Documents documents) {
        ResourceSchema schema =
                valid(ResourceSchema.parse(documents.schema(), documents.referred(), registration.profile()));
        Serving serving = serving(
                registration,
                schema,
                IsolatedHandler.of(schema.handlers(), () -> handler(entry, registration, schema)));
        return version(entry, registration, SchemaSummary.of(schema.document()), () -> serving);
    }

    /// There may be thousands of them: each is compiled when it is used.
    private TypeVersion simulated(Entry entry, Registration registration, Documents documents) {
        ObjectNode declared = (ObjectNode) JsonMapper.shared().readTree(documents.schema());
        ObjectNode document = Simulation.complete(declared).document();
        return version(
                entry,
                registration,
                SchemaSummary.of(document),
                () -> recently.get(entry.digest(), () -> simulating(registration, documents)));
    }

    private Serving simulating(Registration registration, Documents documents) {
        SimulatedType simulated = SimulatedType.of(
                valid(ResourceSchema.parse(documents.schema(), documents.referred(), registration.profile())));
        ResourceHandler handler = IsolatedHandler.of(
                simulated.schema().handlers(),
                () -> simulated.handler(registration, database, sealing, sealing.seals(registration)));
        return serving(registration, simulated.schema(), handler);
    }

    /// What handlers make that is secret is shown by nothing that goes by the schema.
    private static Serving serving(Registration registration, ResourceSchema schema, ResourceHandler handler) {
        return new Serving(schema.generating(registration.data().of(DataClass.SECRET)), handler);
    }

    private static TypeVersion version(
            Entry entry, Registration registration, SchemaSummary outline, Supplier<Serving> serving) {
        return new TypeVersion(
                new TypeVersion.Identity(
                        entry.name(), entry.version(), entry.apiVersion(), ArmType.parse(entry.armType())),
                registration,
                outline,
                serving,
                new FreeNames(),
                new TypeVersion.Provenance(
                        TypeVersion.Source.REGISTERED, entry.digest(), entry.registeredAt(), entry.tested()));
    }

    private static Registration registration(Documents documents) {
        boolean none = documents.registration().length == 0;
        return Registration.parse(
                none
                        ? JsonNodeFactory.instance.objectNode()
                        : (ObjectNode) JsonMapper.shared().readTree(documents.registration()));
    }

    /// The handler of a version, wherever it runs.
    private ResourceHandler handler(Entry entry, Registration registration, ResourceSchema schema) {
        String version = "%08d".formatted(entry.version());
        if (registration.endpoint().isPresent()) {
            return providers.remote(entry.digest(), registration.endpoint().get(), schema, version);
        }
        if (registration.smithy().isPresent()) {
            return ModelledHandlers.handler(folder(entry), registration.smithy().get(), schema);
        }
        if (registration.template().isPresent()) {
            String template = TemplateCheck.text(folder(entry));
            return composites()
                    .handler(new CompositeType(
                            schema, template, registration.data().of(DataClass.SECRET)));
        }
        return registration
                .handler()
                .map(className -> providers.java(entry.digest(), schema, () -> code(entry, className, registration)))
                .orElseGet(
                        () -> providers.handler(entry.digest(), folder(entry), schema, version, registration.needs()));
    }

    private HandlerCode code(Entry entry, String className, Registration registration) {
        Path folder = folder(entry);
        return new HandlerCode(className, folder, JarCache.jars(folder), registration.needs());
    }

    /// The files of a version, checked now against what was registered.
    private Path folder(Entry entry) {
        try {
            Documents documents = database.read(transaction -> store.findDocuments(transaction, entry))
                    .orElseThrow(() -> new IllegalStateException("the version is no longer registered"));
            List<Path> files =
                    jars.jars(entry.digest(), documents.schema(), documents.registration(), () -> archive(entry));
            return files.getFirst().toAbsolutePath().resolveSibling("");
        } catch (DatabaseException | UncheckedIOException away) {
            LOG.warn("the handler of {} can't be read", entry.name(), away);
            throw new HandlerException(
                    ErrorCode.SERVICE_INTERNAL_ERROR, "The handler's code can't be read at the moment.", away);
        } catch (RuntimeException broken) {
            LOG.error("the handler of {} can't be loaded", entry.name(), broken);
            throw new HandlerException(ErrorCode.INTERNAL_FAILURE, "The handler can't be loaded.", broken);
        }
    }

    private byte[] archive(Entry entry) {
        return database.read(transaction -> store.findArchive(transaction, entry))
                .orElseThrow(() -> new IllegalStateException("the version is no longer registered"));
    }

    // -- shipped types ----------------------------------------------------------------------------------------------

    private TypeVersion shippedVersion(ResourceType type) {
        Registration registration = Registration.parse(type.registration());
        ResourceSchema schema = valid(
                ResourceSchema.load(type.schema(), fairlead.schema.reference.Documents.none(), registration.profile()));
        requireHandlers(schema);
        Optional<ArmType> parent = registration
                .parent()
                .map(name -> shipped.get(name.toString()))
                .map(known -> known.current().armType());
        Serving serving = serving(registration, schema, type.handler().get());
        return new TypeVersion(
                new TypeVersion.Identity(
                        schema.typeName(),
                        1,
                        registration.apiVersion().orElseThrow(),
                        registration.armType(schema.typeName(), parent)),
                registration,
                SchemaSummary.of(schema.document()),
                () -> serving,
                new FreeNames(),
                new TypeVersion.Provenance(
                        TypeVersion.Source.SHIPPED, digest(type), clock.instant(), Optional.empty()));
    }

    private static ResourceSchema valid(Loaded loaded) {
        return switch (loaded) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid(var findings) ->
                throw new ProblemException(new Problem.InvalidBody(
                        findings.stream().map(Types::detail).toList()));
        };
    }

    private static void requireHandlers(ResourceSchema schema) {
        for (HandlerKind kind : List.of(HandlerKind.CREATE, HandlerKind.READ, HandlerKind.DELETE)) {
            if (!schema.handlers().contains(kind)) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "registration.handler-missing", "the schema declares no " + kind + " handler", "/handlers"));
            }
        }
    }

    private static Problem.Detail detail(Finding finding) {
        return new Problem.Detail(finding.id(), finding.message(), finding.pointer());
    }

    private static String digest(ResourceType type) {
        JsonMapper json = JsonMapper.shared();
        return ArchiveDigests.of(
                json.writeValueAsBytes(type.schema()),
                json.writeValueAsBytes(type.registration()),
                Collections.emptySortedMap());
    }
}
