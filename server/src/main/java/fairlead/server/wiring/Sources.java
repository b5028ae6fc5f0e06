package fairlead.server.wiring;

import fairlead.handler.ResourceType;
import fairlead.lambda.Providers;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.LabTypes;
import fairlead.providers.lab.Ledger;
import fairlead.providers.lab.PostgresLedger;
import fairlead.providers.postgres.PostgresTypes;
import fairlead.providers.tls.TlsTypes;
import fairlead.schema.reference.RemoteDocuments;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.admin.AdminSurface;
import fairlead.server.admin.MetricsSurface;
import fairlead.server.arm.ArmSurface;
import fairlead.server.arm.openapi.OpenApiSurface;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Migrations;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.database.TracedDatabase;
import fairlead.server.event.EventFeed;
import fairlead.server.http.HttpServer;
import fairlead.server.http.Surface;
import fairlead.server.http.Tls;
import fairlead.server.limit.Limits;
import fairlead.server.login.LoginSurface;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Settings;
import fairlead.server.operation.Task;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.region.cell.CellSurface;
import fairlead.server.region.cell.PlacementTokens;
import fairlead.server.resource.ResourceTasks;
import fairlead.server.resource.Resources;
import fairlead.server.resource.imports.Imports;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.Resealing;
import fairlead.server.scope.ScopeCopies;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Keys;
import fairlead.server.secret.Vault;
import fairlead.server.signature.Account;
import fairlead.server.signature.Credentials;
import fairlead.server.signature.Signatures;
import fairlead.server.telemetry.OtlpTracer;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.Tracer;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;

/// Where time, chance and ids come from.
///
/// @param ids unguessable ones, for resources and operations
/// @param requestIds quick ones, for requests
public record Sources(Clock clock, RandomGenerator chance, Supplier<UUID> ids, Supplier<UUID> requestIds) {

    /// Those of a real process.
    public static Sources real() {
        Clock clock = Clock.tickMillis(ZoneOffset.UTC);
        return new Sources(clock, RandomGenerator.getDefault(), new TimeOrderedIds(clock), () -> quick(clock));
    }

    /// Of the same form, but to be guessed by who tries hard: what is indexed by the ids of requests grows at one
    /// end, too.
    private static UUID quick(Clock clock) {
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        return TimeOrderedIds.of(clock, chance.nextLong(), chance.nextLong());
    }
}
