package fairlead.providers.postgres;

import fairlead.handler.ResourceType;
import java.util.List;

/// The resource types for PostgreSQL servers.
public final class PostgresTypes {

    private PostgresTypes() {}

    public static List<ResourceType> all() {
        return List.of(
                ResourceType.beside(PostgresTypes.class, "role", () -> new RoleHandler(Session.Hook.NONE)),
                ResourceType.beside(PostgresTypes.class, "database", () -> new DatabaseHandler(Session.Hook.NONE)));
    }
}
