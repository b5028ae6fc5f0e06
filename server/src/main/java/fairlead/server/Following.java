package fairlead.server;

import fairlead.server.Sources;
import fairlead.server.database.Database;
import fairlead.server.event.Feed;
import fairlead.server.event.Filters;
import fairlead.server.http.Surface;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.type.Types;
import fairlead.server.watch.WatchSurface;
import fairlead.server.webhook.WebhookSurface;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Who follows what happens: those who watch, and webhooks.
record Following(Database database, Feed feed, Types types, Vault vault) {

    /// Their surfaces and then the others. From here on webhooks are delivered.
    List<Surface> before(
            List<Surface> others, Watching options, Sources sources, Telemetry telemetry, Deque<AutoCloseable> opened) {
        String name = sources.ids().get().toString();
        var node = new WebhookSurface.Node(name, sources.clock(), sources.chance());
        Filters filters = new Filters(types::nameInAddresses);
        WebhookSurface webhooks = new WebhookSurface(database, feed, filters, vault, node, options.anywhere());
        opened.push(webhooks);
        List<Surface> surfaces = new ArrayList<>();
        surfaces.add(new WatchSurface(feed, filters, telemetry, options.most()));
        surfaces.add(webhooks);
        surfaces.addAll(others);
        return surfaces;
    }
}
