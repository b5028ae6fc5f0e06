package fairlead.server.type.hook;

import fairlead.handler.HandlerException;
import fairlead.lambda.HookFunction;
import fairlead.lambda.Providers;
import fairlead.schema.Finding;
import fairlead.schema.TypeName;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Transaction;
import fairlead.server.limit.quota.Measured;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeConfiguration;
import fairlead.server.type.archive.JarCache;
import fairlead.server.type.archive.TypeArchive;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The hooks that are registered: the verbs on them, and what this process knows of them, which is read again
/// after each change that it makes, and where several processes share a database a few times a second. Used
/// by many threads.
public final class HookTypes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HookTypes.class);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final HookStore store = new HookStore();
    private final Map<String, HookFunction> functions = new ConcurrentHashMap<>();
    private final Database database;
    private final Quotas quotas;
    private final AuditTrail audit;
    private final Vault vault;
    private final Providers providers;
    private final Path home;
    private final JarCache packages;
    private final Clock clock;
    private volatile Snapshot known;
    private volatile boolean closed;

    /// @param home a folder for packages
    public HookTypes(
            Database database,
            Quotas quotas,
            AuditTrail audit,
            Vault vault,
            Providers providers,
            Path home,
            Clock clock) {
        this.database = database;
        this.quotas = quotas;
        this.audit = audit;
        this.vault = vault;
        this.providers = providers;
        this.home = home;
        packages = new JarCache(home);
        this.clock = clock;
        known = database.read(this::snapshot);
    }

    /// Hooks as they were at a time.
    ///
    /// @param active those that can be asked, by name
    private record Snapshot(long generation, Map<TypeName, HookType> all, List<ActiveHook> active) {}

    private Snapshot snapshot(Transaction transaction) {
        long generation = store.generation(transaction);
        Map<TypeName, HookType> all = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        List<ActiveHook> active = new ArrayList<>();
        for (HookStore.Stored stored : store.types(transaction)) {
            Optional<TypeConfiguration> configuration = stored.sealed()
                    .map(bytes -> new TypeConfiguration(stored.alias(), opened(stored.name(), bytes), stored.setAt()));
            HookType hook = new HookType(
                    stored.name(),
                    stored.owner(),
                    stored.defaultVersion(),
                    store.versions(transaction, stored.name()),
                    configuration);
            all.put(hook.name(), hook);
            ActiveHook.of(hook).ifPresent(active::add);
        }
        return new Snapshot(generation, all, List.copyOf(active));
    }

    private ObjectNode opened(TypeName name, byte[] bytes) {
        return (ObjectNode) JsonMapper.shared().readTree(vault.open(bytes, owner(name)));
    }

    private static String owner(TypeName name) {
        return "configuration of hook " + name;
    }

    /// Begins to look for the changes that others make, if there can be any.
    public HookTypes following() {
        if (database.dialect() != Dialect.SQLITE) {
            Thread.ofVirtual().name("hooks").start(this::follow);
        }
        return this;
    }

    private void follow() {
        while (!closed) {
            try {
                refresh();
            } catch (DatabaseException away) {
                // What would be asked about meanwhile can't be changed either.
                LOG.debug("the hooks can't be read", away);
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private void refresh() {
        if (database.read(store::generation) != known.generation()) {
            keep(database.read(this::snapshot));
        }
    }

    private synchronized void keep(Snapshot read) {
        if (read.generation() > known.generation()) {
            known = read;
        }
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    /// Those that can be asked, by name.
    public List<ActiveHook> active() {
        return known.active();
    }

    /// All that are registered, by name.
    public Collection<HookType> all() {
        return known.all().values();
    }

    public Optional<HookType> find(TypeName name) {
        return Optional.ofNullable(known.all().get(name));
    }

    /// Whose name it is; empty if it is free.
    public Optional<String> ownerOf(TypeName name) {
        return database.read(transaction -> store.owner(transaction, name));
    }

    /// The handlers of a version that is registered; throws [HandlerException] if they can't run here.
    HookFunction function(TypeName name, HookVersion version) {
        HookFunction known = functions.get(version.digest());
        if (known != null) {
            return known;
        }
        List<Path> _ = packages.jars(
                version.digest(),
                version.schema().bytes(),
                new byte[0],
                () -> database.read(transaction -> store.archive(transaction, name, version.version()))
                        .orElseThrow());
        HookFunction fresh =
                providers.hook(version.digest(), home.resolve(version.digest()), name, version.versionId());
        functions.put(version.digest(), fresh);
        return fresh;
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// Keeps a name for an owner: false if it is another's.
    public boolean claim(TypeName name, String owner) {
        return database.write(transaction -> store.claim(transaction, name, owner))
                .equals(owner);
    }

    /// What a registration did.
    ///
    /// @param created false if the very same was registered already
    public record Registered(HookVersion version, boolean created) {}

    /// Registers a version of a hook from its package; the first becomes the default. A problem with all that is wrong
    /// with the package.
    ///
    /// @param name that the hook has to have, which was claimed
    public synchronized Registered register(Caller caller, byte[] archive, TypeName name) {
        TypeArchive unpacked = packages.unpack(archive);
        try {
            return register(caller, archive, unpacked, name);
        } finally {
            packages.drop(unpacked);
        }
    }

    private Registered register(Caller caller, byte[] archive, TypeArchive unpacked, TypeName name) {
        if (!unpacked.wrong().isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(unpacked.wrong()));
        }
        HookSchema schema = HookSchema.read(unpacked.schema());
        if (!schema.name().equals(name)) {
            throw refused(
                    "expected the schema of " + name + ", found that of " + schema.name(), "schema.json#/typeName");
        }
        if (unpacked.registration().length > 0) {
            throw refused("a hook has handlers, and no such file", TypeArchive.REGISTRATION);
        }
        String digest = unpacked.digest();
        Optional<HookVersion> present = withDigest(name, digest);
        if (present.isPresent()) {
            return new Registered(present.get(), false);
        }
        List<Finding> wrong = providers.checkHook(digest, unpacked.folder(), name);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(details(wrong)));
        }
        change(transaction -> {
            String owner = store.owner(transaction, name).orElse("");
            int number = quotas.changing(
                    transaction,
                    Set.of(Measured.TYPES, Measured.TYPE_VERSIONS),
                    owner,
                    () -> store.insert(transaction, schema, digest, archive, clock.instant()));
            record(
                    transaction,
                    caller,
                    "RegisterType",
                    name,
                    parameters().put("version", number).put("digest", digest));
        });
        return new Registered(withDigest(name, digest).orElseThrow(), true);
    }

    private Optional<HookVersion> withDigest(TypeName name, String digest) {
        return find(name).stream()
                .flatMap(hook -> hook.versions().stream())
                .filter(version -> version.digest().equals(digest))
                .findFirst();
    }

    private static List<Detail> details(List<Finding> findings) {
        return findings.stream()
                .map(finding -> new Detail(finding.id(), finding.message(), finding.pointer()))
                .toList();
    }

    private static ProblemException refused(String message, String place) {
        return new ProblemException(Problem.InvalidBody.of("hook.schema", message, place));
    }

    /// Makes a version the one that is asked. A problem if the configuration is not one of it.
    public synchronized void setDefault(Caller caller, HookType hook, HookVersion version) {
        hook.configuration().ifPresent(present -> requireValid(present.values(), version));
        change(transaction -> {
            store.setDefault(transaction, hook.name(), version.version());
            record(
                    transaction,
                    caller,
                    "SetTypeDefaultVersion",
                    hook.name(),
                    parameters().put("version", version.version()));
        });
    }

    private static void requireValid(ObjectNode values, HookVersion version) {
        List<Detail> wrong = new ArrayList<>();
        HookSettings _ = HookSettings.read(values, version.schema(), wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }

    /// Configures a hook, in place of how it was; no values at all take the configuration away, and it is asked no
    /// more.
    public synchronized void configure(Caller caller, HookType hook, String alias, ObjectNode values) {
        if (!values.isEmpty()) {
            requireValid(values, hook.current());
        }
        Optional<byte[]> closed = values.isEmpty()
                ? Optional.empty()
                : Optional.of(vault.seal(JsonMapper.shared().writeValueAsBytes(values), owner(hook.name())));
        change(transaction -> {
            store.configure(transaction, hook.name(), alias, closed, clock.instant());
            ObjectNode told = parameters();
            told.setAll(ActiveHook.told(values));
            record(transaction, caller, "SetTypeConfiguration", hook.name(), told);
        });
    }

    /// Takes a version away, which is not the default one.
    public synchronized void remove(Caller caller, HookType hook, HookVersion version) {
        change(transaction -> {
            store.delete(transaction, hook.name(), version.version());
            record(
                    transaction,
                    caller,
                    "DeregisterType",
                    hook.name(),
                    parameters().put("version", version.version()));
        });
        forget(version);
    }

    /// Takes a hook away, with its configuration. Its name stays its owner's.
    public synchronized void remove(Caller caller, HookType hook) {
        change(transaction -> {
            store.delete(transaction, hook.name());
            record(transaction, caller, "DeregisterType", hook.name(), parameters());
        });
        hook.versions().forEach(this::forget);
    }

    private void forget(HookVersion version) {
        functions.remove(version.digest());
        providers.forget(version.digest());
        packages.forget(version.digest());
    }

    private interface Change {
        void in(Transaction transaction);
    }

    private void change(Change change) {
        try {
            long _ = database.write(transaction -> {
                store.count(transaction);
                change.in(transaction);
                return store.generation(transaction);
            });
        } finally {
            refresh();
        }
    }

    private static ObjectNode parameters() {
        return JsonMapper.shared().createObjectNode().put("type", "HOOK");
    }

    private void record(Transaction transaction, Caller caller, String deed, TypeName name, ObjectNode parameters) {
        byte[] bytes = parameters.toString().getBytes(StandardCharsets.UTF_8);
        audit.append(transaction, clock.instant(), caller, AuditTrail.Deed.onType(deed, name.toString(), bytes));
    }

    /// The problem that the name of a hook is another's.
    public static ProblemException notFree(TypeName name) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.CFN_REGISTRY_EXCEPTION, "The name " + name + " is not free for this account."));
    }

    @Override
    public void close() {
        closed = true;
    }
}
