package fairlead.bench;

import fairlead.lambda.Providers;
import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.LabTypes;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Settings;
import fairlead.server.resource.ResourceTasks;
import fairlead.server.resource.Resources;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.Clocks;
import fairlead.server.time.MonotonicTime;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.definition.ArmType;
import fairlead.server.wiring.Sources;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The verbs called directly: the same PUT, from validation to the durable end, without HTTP and without ARM's
/// envelope.
final class WithoutHttp implements AutoCloseable {

    private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
    private static final Caller CALLER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");

    private final Database database;
    private final FileLedger ledger;
    private final Operations operations;
    private final Resources resources;
    private final TypeVersion type;

    WithoutHttp(Path folder) throws Exception {
        Clock clock = Clock.systemUTC();
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, clock);
        ledger = new FileLedger(folder.resolve("lab"));
        Vault vault = new Vault(Vault::newKeyset);
        Types types = new Types(
                database,
                vault,
                clock,
                folder.resolve("types"),
                new Providers(folder.resolve("providers"), fairlead.lambda.Settings.standard(), clock),
                Set.of());
        types.ship(LabTypes.all(ledger));
        AuditTrail audit = new AuditTrail();
        Scopes scopes = new Scopes(database, audit, new Locations(List.of()), clock, UUID::randomUUID);
        scopes.putSubscription(SUBSCRIPTION, "Benchmark", "Registered");
        scopes.putGroup(CALLER, SUBSCRIPTION, "default", "local", json("{}"));
        HandlerInvoker handlers = new HandlerInvoker(types, clock);
        operations = new Operations(
                database,
                Settings.standard(),
                new Clocks(clock, MonotonicTime.system()),
                RandomGenerator.getDefault(),
                "benchmark",
                Telemetry.none());
        resources = new Resources(
                database,
                operations,
                scopes,
                types,
                audit,
                vault,
                clock,
                Sources.real().ids(),
                Duration.ofSeconds(10),
                handlers,
                ChangeGuard.of(database, scopes, types, vault, clock));
        operations.carryOut(ResourceTasks.of(database, types, scopes, vault, clock, handlers, resources));
        operations.begin(true);
        type = types.find(ArmType.parse("Fairlead.Lab/things")).orElseThrow().current();
    }

    Load.Client client(int index) {
        return number -> resources.put(Put.of(
                CALLER,
                new ResourceId(SUBSCRIPTION, "default", type.armType(), List.of("c" + index + "-" + number)),
                type,
                Put.Body.of(Optional.of("local"), json("{}"), json(Requests.PROPERTIES))));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    @Override
    public void close() {
        operations.end(Duration.ofSeconds(10));
        ledger.close();
        database.close();
    }
}
