package fairlead.server.type;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.KeptDocuments;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.limit.quota.Measured;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.RegistrationGate.Tests;
import fairlead.server.type.TypeStore.NewVersion;
import fairlead.server.type.TypeStore.Sealed;
import fairlead.server.type.archive.ContractReport;
import fairlead.server.type.archive.SimulationFiles;
import fairlead.server.type.archive.TypeArchive;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs that change which types there are.
///
/// A change is planned on all types as they are, and holds if they still are so in the transaction that writes it;
/// else it is planned anew. So what was checked is true, on however many nodes types are changed at once.
public final class Registrations {

    /// The largest archive that is accepted, in bytes.
    public static final long LARGEST_ARCHIVE = 64L << 20;

    private static final int MOST_RACES = 20;

    /// How long documents on other hosts may be looked for, for one registration.
    private static final Duration FETCHING = Duration.ofSeconds(30);

    private final TypeStore store = new TypeStore();
    private final Database database;
    private final Types types;
    private final AuditTrail audit;
    private final Vault vault;
    private final Clock clock;
    private final RegistrationGate gate;
    private final Documents elsewhere;

    /// @param elsewhere where documents are that schemas refer to and that are no types here
    public Registrations(
            Database database,
            Types types,
            AuditTrail audit,
            Vault vault,
            Clock clock,
            RegistrationGate gate,
            Documents elsewhere) {
        this.database = database;
        this.types = types;
        this.audit = audit;
        this.vault = vault;
        this.clock = clock;
        this.gate = gate;
        this.elsewhere = elsewhere;
    }

    /// What a registration did.
    ///
    /// @param created false if the very same was registered already
    /// @param warnings what is probably not as it was meant; `pointer` is a file of the archive and a JSON Pointer
    ///     into it
    public record Registered(RegisteredType type, TypeVersion version, boolean created, List<Finding> warnings) {

        public Registered {
            warnings = List.copyOf(warnings);
        }
    }

    /// How a caller wishes a version to be registered.
    ///
    /// @param name the type that has to be in the archive; empty for any
    /// @param tests whether to do without a report
    /// @param standby whether the version becomes the default only if it is the first; if it names no API version,
    ///     it gets the next that is free
    /// @param owner the account that the type has to belong to; empty for the operator, who registers any
    public record Terms(Optional<TypeName> name, Tests tests, boolean standby, Optional<String> owner) {

        /// Any type, whose new version is the one that callers get from now on.
        public static Terms of(Tests tests) {
            return new Terms(Optional.empty(), tests, false, Optional.empty());
        }

        private void requireOwner(Optional<String> present, TypeName type) {
            if (owner.isPresent() && !owner.equals(present)) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.CFN_REGISTRY_EXCEPTION, "The name " + type + " is not free for this account."));
            }
        }

        private void require(TypeName found) {
            if (name.filter(wanted -> !wanted.equals(found)).isPresent()) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "registration.other-type",
                        "expected the schema of " + name.get() + ", found that of " + found,
                        "schema.json#/typeName"));
            }
        }
    }

    /// What a change of types is, once it is known that it may be made; empty if there is nothing to do.
    private interface Plan extends Function<Catalog, Optional<Change>> {}

    private interface Change {
        void write(Transaction transaction);
    }

    /// Where the documents are that the schema of a registration refers to: the types as they are now, then elsewhere.
    public Documents documents() {
        return documents(Optional.empty());
    }

    /// @param account that registers; empty for the operator
    private Documents documents(Optional<String> account) {
        types.refresh();
        return types.documents(account).or(elsewhere.until(clock.instant().plus(FETCHING), clock));
    }

    // -- register ---------------------------------------------------------------------------------------------------

    /// Registers a type, or a new version of it, which becomes its default; one at a time.
    ///
    /// The same files again make no new version; a report that comes with them is kept with their version.
    ///
    /// @param archive a zip of `schema.json`, `fairlead.json`, jars, and the report of its contract tests
    public synchronized Registered register(Caller caller, byte[] archive, Terms terms) {
        TypeArchive unpacked = types.jars().unpack(archive);
        try {
            return register(caller, archive, unpacked, terms);
        } finally {
            types.jars().drop(unpacked);
        }
    }

    private Registered register(Caller caller, byte[] archive, TypeArchive unpacked, Terms terms) {
        ArchiveInspection inspection = ArchiveInspection.of(unpacked, documents(terms.owner()));
        inspection.typeName().ifPresent(terms::require);
        String digest = unpacked.digest();
        if (types.catalog().withDigest(digest).isEmpty()) {
            inspection.tryHandler(types.providers());
            inspection.tryTemplate(types::composites, types.catalog(), terms.owner());
        }
        boolean created = false;
        try {
            created = insert(caller, new Files(archive, unpacked), inspection, terms);
        } finally {
            if (types.catalog().withDigest(digest).isEmpty()) {
                types.providers().forget(digest);
            }
        }
        if (created) {
            types.jars().keep(unpacked);
        } else {
            gate.admit(unpacked, terms.tests(), inspection.isComposed()).ifPresent(report -> keep(caller, report));
        }
        TypeVersion version = types.catalog().withDigest(digest).orElseThrow(Registrations::raced);
        RegisteredType type = types.catalog().find(version.name()).orElseThrow(Registrations::raced);
        return new Registered(type, version, created, inspection.warnings(types.catalog()));
    }

    private record Files(byte[] archive, TypeArchive unpacked) {}

    private boolean insert(Caller caller, Files files, ArchiveInspection inspection, Terms terms) {
        String digest = files.unpacked().digest();
        return change(catalog -> {
            if (catalog.withDigest(digest).isPresent()) {
                return Optional.empty();
            }
            RegistrationCandidate candidate = inspection.against(catalog, terms.owner());
            Optional<ContractReport> report = gate.admit(files.unpacked(), terms.tests(), inspection.isComposed());
            String apiVersion = apiVersion(candidate, catalog, terms);
            NewVersion version = new NewVersion(
                    candidate.outline().typeName(),
                    candidate.armType(),
                    apiVersion,
                    new NewVersion.Content(
                            files.unpacked(), new KeptDocuments(candidate.references()), files.archive()),
                    clock.instant(),
                    report,
                    terms.standby());
            return Optional.of(transaction -> {
                terms.requireOwner(store.findOwner(transaction, version.name()), version.name());
                if (terms.owner().isEmpty()) {
                    offer(transaction, catalog, version.name());
                }
                int number = adding(transaction, version, terms.owner());
                ObjectNode details = parameters();
                details.put("version", number)
                        .put("apiVersion", version.apiVersion())
                        .put("digest", digest)
                        .put("tested", report.isPresent());
                record(transaction, caller, "RegisterType", version.name(), details);
            });
        });
    }

    /// Counts towards the quotas of the type's owner, be it registered by the operator.
    private int adding(Transaction transaction, NewVersion version, Optional<String> by) {
        String owner = by.or(() -> store.findOwner(transaction, version.name())).orElse("");
        return types.sealing()
                .quotas()
                .changing(
                        transaction,
                        Set.of(Measured.TYPES, Measured.TYPE_VERSIONS),
                        owner,
                        () -> store.insert(transaction, version));
    }

    /// What the operator registers first is offered to all accounts, whatever account its name was kept for.
    private void offer(Transaction transaction, Catalog catalog, TypeName name) {
        if (catalog.find(name).isEmpty()) {
            store.disown(transaction, name);
        }
    }

    /// Keeps a report of contract tests that were run here, with the version that it is of. Throws a problem if it
    /// is of another, or a rule was broken.
    ///
    /// @param document the digest, the time and the counts, and whatever else there is to say
    public void keepReport(Caller caller, TypeVersion version, byte[] document) {
        keep(caller, RegistrationGate.passed(ContractReport.parse(document), version.digest()));
    }

    /// Keeps a report with the version that it is of, which was there already.
    private void keep(Caller caller, ContractReport report) {
        change(catalog -> {
            TypeVersion version = catalog.withDigest(report.digest()).orElseThrow(Registrations::raced);
            if (version.tested().equals(Optional.of(report.tested()))) {
                return Optional.empty();
            }
            return Optional.of(transaction -> {
                store.putReport(transaction, version.name(), version.version(), report);
                ObjectNode details = parameters();
                details.put("version", version.version()).put("digest", report.digest());
                record(transaction, caller, "ReportContractTests", version.name(), details);
            });
        });
    }

    private String apiVersion(RegistrationCandidate candidate, Catalog catalog, Terms terms) {
        TypeName name = candidate.outline().typeName();
        LocalDate today = LocalDate.ofInstant(clock.instant(), clock.getZone());
        Optional<RegisteredType> known = catalog.find(name);
        Optional<String> said = candidate.registration().apiVersion();
        String apiVersion = said.orElseGet(today::toString);
        if (known.flatMap(type -> type.withApiVersion(apiVersion)).isEmpty()) {
            return apiVersion;
        }
        if (said.isEmpty() && terms.standby()) {
            return Stream.iterate(today, day -> day.plusDays(1))
                    .map(LocalDate::toString)
                    .filter(day -> known.get().withApiVersion(day).isEmpty())
                    .findFirst()
                    .orElseThrow();
        }
        throw new ProblemException(new Problem.Conflict(
                ProblemCode.TYPE_VERSION_EXISTS,
                name + " has the API version " + apiVersion + " already, with other contents. Set another"
                        + " 'apiVersion' in fairlead.json."));
    }

    static ProblemException raced() {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.TYPE_REMOVED, "The type was removed while it was registered. Register it again."));
    }

    // -- simulate ---------------------------------------------------------------------------------------------------

    /// Registers types that are simulated, as many as can be; what keeps others from it is told of each.
    ///
    /// @param archive a zip of schemas, behaviour files and registration files, as [SimulationFiles] has it
    public synchronized SimulationResults simulate(Caller caller, byte[] archive) {
        SimulatedRegistrations simulating = SimulatedRegistrations.of(SimulationFiles.of(archive), documents());
        AtomicReference<SimulatedRegistrations.Plan> planned = new AtomicReference<>();
        change(catalog -> {
            SimulatedRegistrations.Plan plan = simulating.plan(catalog, clock.instant(), clock.getZone());
            planned.set(plan);
            return plan.versions().isEmpty()
                    ? Optional.empty()
                    : Optional.of(transaction -> plan.versions().forEach(version -> {
                        offer(transaction, catalog, version.version().name());
                        write(transaction, caller, version);
                    }));
        });
        return new SimulationResults(simulating.results(planned.get(), types.catalog()));
    }

    private void write(Transaction transaction, Caller caller, SimulatedRegistrations.Planned planned) {
        NewVersion version = planned.version();
        planned.replaces().ifPresent(number -> store.replace(transaction, version, number));
        int number = planned.replaces().orElseGet(() -> adding(transaction, version, Optional.empty()));
        ObjectNode details = parameters();
        details.put("version", number)
                .put("apiVersion", version.apiVersion())
                .put("digest", version.unpacked().digest())
                .put("simulated", true);
        record(transaction, caller, "RegisterType", version.name(), details);
    }

    // -- change -----------------------------------------------------------------------------------------------------

    /// Makes a version the one that callers get who don't ask for one.
    public RegisteredType setDefault(Caller caller, TypeName name, int version) {
        change(catalog -> {
            RegisteredType type = require(catalog, name);
            gate.admitAsDefault(requireVersion(type, version));
            if (type.defaultVersion() == version) {
                return Optional.empty();
            }
            return Optional.of(transaction -> {
                store.setDefault(transaction, name, version);
                record(
                        transaction,
                        caller,
                        "SetTypeDefaultVersion",
                        name,
                        parameters().put("version", version));
            });
        });
        return require(types.catalog(), name);
    }

    /// Sets what the type's handlers need and no resource says, in place of what was set. No values at all take it
    /// away.
    public void configure(Caller caller, TypeName name, ObjectNode values) {
        configure(
                caller,
                ConfigurationOwner.operator(name),
                values,
                TypeConfiguration.DEFAULT_ALIAS,
                schema -> schema.validateConfiguration(values));
    }

    /// As [#configure(Caller, TypeName, ObjectNode)], for whom it is set and under a name; a type that declares no
    /// configuration may be given any, which its handlers never see.
    public void configureAs(Caller caller, ConfigurationOwner owner, String alias, ObjectNode values) {
        configure(
                caller,
                owner,
                values,
                alias,
                schema -> schema.declaresConfiguration() ? schema.validateConfiguration(values) : List.of());
    }

    private void configure(
            Caller caller,
            ConfigurationOwner owner,
            ObjectNode values,
            String alias,
            Function<ResourceSchema, List<Finding>> validation) {
        Sealed sealed = new Sealed(owner, Configuration.seal(owner, values, vault), alias, clock.instant());
        change(catalog -> {
            List<Detail> wrong = validation
                    .apply(require(catalog, owner.type()).current().schema())
                    .stream()
                    .map(finding -> new Detail(finding.id(), finding.message(), finding.pointer()))
                    .toList();
            if (!wrong.isEmpty()) {
                throw new ProblemException(new Problem.InvalidBody(wrong));
            }
            return Optional.of(transaction -> {
                if (values.isEmpty()) {
                    store.deleteConfiguration(transaction, owner);
                } else {
                    store.putConfiguration(transaction, sealed);
                }
                ObjectNode details = parameters();
                values.propertyNames().forEach(details.putArray("keys")::add);
                record(transaction, caller, "SetTypeConfiguration", owner.type(), details);
            });
        });
    }

    // -- remove -----------------------------------------------------------------------------------------------------

    /// Takes a type away, with all its versions and its configuration. False if there was none.
    public boolean remove(Caller caller, TypeName name) {
        return change(catalog -> catalog.find(name).map(type -> removal(caller, catalog, type)));
    }

    /// Takes one version away; the type with it if that was the only one. False if there was none.
    public boolean remove(Caller caller, TypeName name, int version) {
        return change(catalog -> catalog.find(name)
                .filter(type -> type.version(version).isPresent())
                .map(type ->
                        type.versions().size() == 1 ? removal(caller, catalog, type) : removal(caller, type, version)));
    }

    private Change removal(Caller caller, Catalog catalog, RegisteredType type) {
        requireRegistered(type);
        catalog.nestedUnder(type.name()).stream().findFirst().ifPresent(nested -> {
            throw inUse(type.name() + " can't be removed: " + nested.name() + " is nested under it.");
        });
        catalog.composedOf(type.name()).ifPresent(version -> {
            throw inUse(type.name() + " can't be removed: version " + version.versionId() + " of " + version.name()
                    + " is made of it.");
        });
        return transaction -> {
            store.deleteType(transaction, type.name(), clock.instant()).ifPresent(resource -> {
                throw inUse(type.name() + " can't be removed: '" + resource + "' still exists.");
            });
            record(transaction, caller, "DeregisterType", type.name(), parameters());
        };
    }

    private Change removal(Caller caller, RegisteredType type, int version) {
        requireRegistered(type);
        if (type.defaultVersion() == version) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.TYPE_VERSION_IS_DEFAULT,
                    "Version %08d is the default of ".formatted(version) + type.name()
                            + ". Make another the default first."));
        }
        return transaction -> {
            store.deleteVersion(transaction, type.name(), version, clock.instant())
                    .ifPresent(resource -> {
                        throw inUse("Version %08d of ".formatted(version) + type.name() + " can't be removed: '"
                                + resource + "' has it.");
                    });
            record(
                    transaction,
                    caller,
                    "DeregisterType",
                    type.name(),
                    parameters().put("version", version));
        };
    }

    private static void requireRegistered(RegisteredType type) {
        if (type.current().source() == TypeVersion.Source.SHIPPED) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.TYPE_IS_SHIPPED, type.name() + " comes with the program and can't be removed."));
        }
    }

    private static ProblemException inUse(String message) {
        return new ProblemException(new Problem.Conflict(ProblemCode.TYPE_IN_USE, message));
    }

    // -- what all share ---------------------------------------------------------------------------------------------

    /// Whether something was changed. Types are as they are afterwards when this returns.
    private boolean change(Plan plan) {
        for (int i = 0; i < MOST_RACES; i++) {
            types.refresh();
            Catalog catalog = types.catalog();
            Optional<Change> change = plan.apply(catalog);
            if (change.isEmpty()) {
                return false;
            }
            boolean held = database.write(transaction -> {
                boolean first = store.advance(transaction, catalog.generation());
                if (first) {
                    change.get().write(transaction);
                }
                return first;
            });
            if (held) {
                types.refresh();
                return true;
            }
        }
        throw new ProblemException(new Problem.Unavailable());
    }

    private static RegisteredType require(Catalog catalog, TypeName name) {
        return catalog.find(name)
                .orElseThrow(() -> new ProblemException(
                        new Problem.NotFound(ProblemCode.TYPE_NOT_FOUND, "There is no type " + name + ".")));
    }

    private static TypeVersion requireVersion(RegisteredType type, int version) {
        return type.version(version)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.TYPE_VERSION_NOT_FOUND, type.name() + " has no version %08d.".formatted(version))));
    }

    private static ObjectNode parameters() {
        return JsonNodeFactory.instance.objectNode();
    }

    private void record(Transaction transaction, Caller caller, String deed, TypeName name, ObjectNode parameters) {
        byte[] bytes = parameters.toString().getBytes(StandardCharsets.UTF_8);
        audit.append(transaction, clock.instant(), caller, AuditTrail.Deed.onType(deed, name.toString(), bytes));
    }
}
