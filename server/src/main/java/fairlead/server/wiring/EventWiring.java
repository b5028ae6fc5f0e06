package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.database.Database;
import fairlead.server.event.EventFeed;
import fairlead.server.event.EventFilters;
import fairlead.server.event.watch.WatchSurface;
import fairlead.server.event.webhook.WebhookSurface;
import fairlead.server.http.Surface;
import fairlead.server.options.Watching;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Who follows what happens: those who watch, and webhooks.
record EventWiring(Database database, EventFeed feed, Types types, Vault vault, Authorizer authorizer) {

    /// Their surfaces and then the others. From here on webhooks are delivered.
    List<Surface> before(
            List<Surface> others, Watching options, Sources sources, Telemetry telemetry, Deque<AutoCloseable> opened) {
        String name = sources.ids().get().toString();
        var node = new WebhookSurface.Node(name, sources.shared(), sources.chance(), telemetry.metrics());
        EventFilters filters = new EventFilters(types::nameInAddresses);
        WebhookSurface webhooks =
                new WebhookSurface(database, feed, filters, types.sealing().quotas(), vault, node, options.anywhere());
        opened.push(webhooks);
        List<Surface> surfaces = new ArrayList<>();
        WatchSurface.Limits limits = new WatchSurface.Limits(options.most(), options.mostEach());
        surfaces.add(new WatchSurface(feed, filters, telemetry, authorizer, limits));
        surfaces.add(webhooks);
        surfaces.addAll(others);
        return surfaces;
    }
}
