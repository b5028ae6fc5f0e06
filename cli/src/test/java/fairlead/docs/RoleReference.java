package fairlead.docs;

import fairlead.server.access.role.ActionPattern;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.access.role.Permission;
import fairlead.server.access.role.RoleDefinition;
import java.util.List;
import java.util.stream.Collectors;

/// The table of the roles that ship with the program.
final class RoleReference {

    private RoleReference() {}

    static String table() {
        return "| Role | Id | What it allows | But not |\n|---|---|---|---|\n"
                + BuiltInRoles.all().stream().map(RoleReference::row).collect(Collectors.joining());
    }

    private static String row(RoleDefinition role) {
        Permission permission = role.permissions().getFirst();
        String data = permission.dataActions().isEmpty() ? "" : "; data: " + texts(permission.dataActions());
        String not = permission.notActions().isEmpty() ? "-" : texts(permission.notActions());
        return "| " + role.name() + " | `" + role.id() + "` | " + texts(permission.actions()) + data + " | " + not
                + " |\n";
    }

    private static String texts(List<ActionPattern> patterns) {
        return patterns.stream().map(pattern -> "`" + pattern.text() + "`").collect(Collectors.joining(", "));
    }
}
