package fairlead.server.stack.record;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Resource;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// To which stack a resource belongs, whatever the kind of the stack: the one place that all who would make a resource
/// their own ask. A resource belongs to one stack at most.
///
/// Resources of CloudFormation's stacks are known by their identifiers, those of deployment stacks by their ids.
public final class Ownership {

    private static final String OF = """
        SELECT 1, s.id, s.subscription, s.resource_group, '', s.shown
        FROM deployment_stack_resource r JOIN deployment_stack s ON s.id = r.stack WHERE r.resource = ?
        UNION ALL SELECT 0, s.id, s.subscription, s.resource_group, s.location, s.name
        FROM stack_node n JOIN stack s ON s.id = n.stack WHERE n.owned = ?\
        """;
    private static final String OF_IDENTITY = """
        SELECT 1, s.id, s.subscription, s.resource_group, '', s.shown
        FROM deployment_stack_resource r JOIN deployment_stack s ON s.id = r.stack WHERE r.identity = ?\
        """;
    private final Database database;

    public Ownership(Database database) {
        this.database = database;
    }

    /// A stack to which something belongs.
    ///
    /// @param address of the stack
    public record Owner(UUID stack, String kind, String address) {

        @Override
        public String toString() {
            return kind + " '" + address + "'";
        }
    }

    /// How a stack that knows resources by their identifiers calls one.
    ///
    /// @param type as CloudFormation writes it
    public static String identity(String subscription, String location, String type, String identifier) {
        return subscription + "/" + location + "/" + type + "/" + identifier;
    }

    /// The same of a resource that is there.
    public static Optional<String> identity(Resource resource) {
        Resource.Identity own = resource.identity();
        return own.identifier()
                .map(identifier -> identity(
                        own.id().subscription(), own.location(), own.typeName().toString(), identifier));
    }

    /// To which stack something belongs.
    ///
    /// @param id of it
    /// @param identity of it, if a stack may know it by that
    public static Optional<Owner> of(Transaction transaction, String id, Optional<String> identity) {
        return transaction.query(OF, Ownership::owner, id.toLowerCase(Locale.ROOT), identity.orElse("")).stream()
                .findFirst();
    }

    private static Owner owner(Row row) throws SQLException {
        boolean deployment = row.flag();
        UUID id = UUID.fromString(row.text());
        StackPlace place = new StackPlace(row.text(), row.text(), row.text());
        String name = row.text();
        if (!deployment) {
            return new Owner(id, "the stack", place.scope(name));
        }
        String scope = "/subscriptions/" + place.subscription();
        String at = place.group().isEmpty() ? scope : scope + "/resourceGroups/" + place.group();
        return new Owner(id, "the deployment stack", at + "/providers/Microsoft.Resources/deploymentStacks/" + name);
    }

    /// That what a stack is about to make belongs to no deployment stack; else a problem that names it.
    ///
    /// @param identity of what it makes
    public void requireFree(String identity) {
        database.read(transaction -> transaction.one(OF_IDENTITY, Ownership::owner, identity))
                .ifPresent(owner -> {
                    throw taken(identity.substring(identity.lastIndexOf('/') + 1), owner);
                });
    }

    /// The same of what has an address.
    public void requireFreeAddress(String id) {
        database.read(transaction -> of(transaction, id, Optional.empty())).ifPresent(owner -> {
            throw taken(id, owner);
        });
    }

    /// Why something is not made or changed by a stack to which it does not belong.
    public static ProblemException taken(String what, Owner owner) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.RESOURCE_MANAGED_BY_ANOTHER_STACK,
                "The resource '" + what + "' is managed by " + owner
                        + ", and by one stack at most. Detach it there first."));
    }
}
