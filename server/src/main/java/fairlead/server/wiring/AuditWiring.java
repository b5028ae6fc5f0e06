package fairlead.server.wiring;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.audit.AuditExport;
import fairlead.server.access.audit.AuditKeys;
import fairlead.server.access.audit.Retention;
import fairlead.server.access.audit.Sealer;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.options.Auditing;
import fairlead.server.options.Options;
import fairlead.server.options.Storage;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Deque;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of the audit trail once it is written: it is sealed.
final class AuditWiring {

    private static final long LONGEST_FILE = 64L << 20;

    private AuditWiring() {}

    /// Begins all of it. What is opened later can still write records when it is closed: they are sealed at the
    /// end.
    static AuditTrail begin(AccessWiring access, Vault vault, Metrics metrics, Deque<AutoCloseable> opened) {
        Database database = access.database();
        Storage storage = access.options().storage();
        Clock clock = access.sources().shared();
        Optional<Path> file = storage.auditing()
                .key()
                .or(() -> database.dialect() == Dialect.SQLITE
                        ? Optional.of(storage.data().resolve(AuditKeys.FILE))
                        : Optional.empty());
        AuditKeys keys = new AuditKeys(database, vault, clock, file);
        keys.requireKept(storage.auditing().newKey());
        String node = access.sources().ids().get().toString();
        AuditTrail plain = new AuditTrail(access.authorizer());
        AuditTrail audit = plain;
        Auditing auditing = storage.auditing();
        if (auditing.export().isPresent() || auditing.checkpoints().isPresent()) {
            var settings = new AuditExport.Settings(auditing.export(), auditing.checkpoints(), LONGEST_FILE);
            AuditExport export = new AuditExport(database, plain, clock, settings).measured(metrics);
            audit = auditing.within().map(export::within).map(plain::gated).orElse(plain);
            opened.push(export.begin());
        }
        opened.push(new Sealer(database, keys, clock, node).measured(metrics).begin());
        opened.push(new Retention(database, plain, clock, auditing.kept(), auditing.longer()).begin());
        return audit;
    }

    /// Records that the server has started, and at the end that it stops.
    static void tellBegin(AccessRecords records, Options options, Deque<AutoCloseable> opened) {
        records.done(ServerCaller.SERVER, deed("StartServer", options));
        opened.push(() -> records.done(ServerCaller.SERVER, deed("StopServer", options)));
    }

    private static AuditTrail.Deed deed(String name, Options options) {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("mode", options.authentication().required() ? "sign-in" : "development")
                .put("database", options.storage().database().isPresent() ? "postgresql" : "sqlite");
        return AuditTrail.Deed.managing(
                name,
                "",
                "",
                "/fairlead",
                "Fairlead.Control/server",
                JsonMapper.shared().writeValueAsBytes(parameters));
    }
}
