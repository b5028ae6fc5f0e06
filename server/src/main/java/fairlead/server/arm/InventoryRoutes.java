package fairlead.server.arm;

import fairlead.schema.text.JsonBytes;
import fairlead.server.access.Authorizer;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.scope.Scopes;
import java.util.List;
import java.util.Locale;

/// The resources of a subscription or a group, whatever their types: what `az resource list` shows.
final class InventoryRoutes {

    private static final byte[] ID = JsonBytes.constant("{\"id\":");
    private static final byte[] NAME = JsonBytes.constant(",\"name\":");
    private static final byte[] TYPE = JsonBytes.constant(",\"type\":");
    private static final byte[] LOCATION = JsonBytes.constant(",\"location\":");
    private static final byte[] TAGS = JsonBytes.constant(",\"tags\":");
    private static final byte[] CREATED = JsonBytes.constant(",\"createdTime\":");
    private static final byte[] CHANGED = JsonBytes.constant(",\"changedTime\":");
    private static final byte[] STATE = JsonBytes.constant(",\"provisioningState\":");

    private final Inventory inventory;
    private final Scopes scopes;
    private final Authorizer authorizer;

    InventoryRoutes(Inventory inventory, Scopes scopes, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.inventory = inventory;
        this.scopes = scopes;
    }

    Response answer(Request request, Address.AllResources address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        address.group().ifPresent(group -> scopes.group(address.subscription(), group));
        Paging paging = Paging.of(request);
        Inventory.Filter filter = Filters.of(request.query("$filter"), address.group());
        Listing.Page page = inventory.page(
                address.subscription(),
                filter,
                new ReadableResources(authorizer, request.caller()),
                paging.after(),
                paging.limit());
        List<String> more = request.query("$expand")
                .map(names -> List.of(names.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1)))
                .orElse(List.of());
        ListJson list = new ListJson();
        page.resources().forEach(resource -> write(list.item(), resource, more));
        return list.end(page.next().map(mark -> Paging.next(request, mark)));
    }

    private static void write(JsonBytes json, Resource resource, List<String> more) {
        json.add(ID).string(resource.id().toString());
        json.add(NAME).string(resource.id().name());
        json.add(TYPE).string(resource.id().type().toString());
        json.add(LOCATION).string(resource.location());
        json.add(TAGS).add(resource.tags());
        optional(json, more, "createdtime", CREATED, resource.systemData().createdAt());
        optional(json, more, "changedtime", CHANGED, resource.systemData().changedAt());
        optional(json, more, "provisioningstate", STATE, resource.state().word());
        json.add('}');
    }

    private static void optional(JsonBytes json, List<String> more, String name, byte[] key, Object value) {
        if (more.contains(name)) {
            json.add(key).string(value.toString());
        }
    }
}
