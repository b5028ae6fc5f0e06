package fairlead.server.wiring;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.audit.AuditKeys;
import fairlead.server.access.audit.Sealer;
import fairlead.server.admin.AdminSurface;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.options.Auditing;
import fairlead.server.options.Options;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Metrics;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of the audit trail once it is written: it is sealed.
final class AuditWiring {

    private static final Caller SERVER =
            new Caller(new Principal("fairlead", "Application"), "server", "server", Optional.empty(), "");

    private AuditWiring() {}

    /// Begins all of it. What is opened later can still write records when it is closed: they are sealed at the end.
    static void begin(
            Database database,
            Options options,
            Vault vault,
            Sources sources,
            Metrics metrics,
            Deque<AutoCloseable> opened) {
        Auditing auditing = options.storage().auditing();
        Optional<Path> file = auditing.key()
                .or(() -> database.dialect() == Dialect.SQLITE
                        ? Optional.of(options.storage().data().resolve(AuditKeys.FILE))
                        : Optional.empty());
        AuditKeys keys = new AuditKeys(database, vault, sources.shared(), file);
        String node = sources.ids().get().toString();
        opened.push(new Sealer(database, keys, sources.shared(), node)
                .measured(metrics)
                .begin());
    }

    /// Records that the server has started, and at the end that it stops.
    static void tellBegin(AccessRecords records, AdminSurface.About about, Deque<AutoCloseable> opened) {
        records.done(SERVER, deed("StartServer", about));
        opened.push(() -> records.done(SERVER, deed("StopServer", about)));
    }

    private static AuditTrail.Deed deed(String name, AdminSurface.About about) {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("version", about.version())
                .put("database", about.database())
                .put("mode", about.mode());
        return AuditTrail.Deed.managing(
                name,
                "",
                "",
                "/fairlead",
                "Fairlead.Control/server",
                JsonMapper.shared().writeValueAsBytes(parameters));
    }
}
