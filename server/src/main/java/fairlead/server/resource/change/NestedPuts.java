package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifier;
import fairlead.server.resource.naming.AddressedIdentifiers;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Nested resources that a caller puts together with their parent, in one body: `properties.slots` of a rack is a
/// list of slots, each with its `name` and its `properties`.
///
/// Implements the "deep insert" of proxy only resources of the "Azure resource provider contract". Such a list is
/// stored sealed with the operation of the parent. That operation puts the nested resources once the parent
/// exists, see [fairlead.server.resource.step.NestedSteps].
public final class NestedPuts {

    private static final String INSERT =
            "INSERT INTO nested_put (operation, position, resource_id, sealed) VALUES (?, ?, ?, ?)";

    private static final String LIST =
            "SELECT position, resource_id, sealed FROM nested_put WHERE operation = ? ORDER BY position";

    private static final String FORGET = "DELETE FROM nested_put WHERE operation = ?";

    private static final List<String> KEYS = List.of("name", "properties");

    private final Types types;
    private final Vault vault;
    private final AddressedIdentifiers addressed;

    public NestedPuts(Types types, Vault vault, AddressedIdentifiers addressed) {
        this.addressed = addressed;
        this.types = types;
        this.vault = vault;
    }

    /// Something that is to be put.
    ///
    /// @param position among those of the operation
    public record Child(int position, ResourceId id, byte[] sealed) {}

    /// Whether anything can be put together with a resource of that type.
    ///
    /// @param account to which the nested types are offered
    public boolean isPossible(TypeVersion type, String account) {
        for (RegisteredType nested : types.offeredTo(account).nestedUnder(type.name())) {
            if (isPutWith(nested.current(), type)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a resource of the nested type can be put together with one of the other. A property of that name is
    /// the parent's own.
    public static boolean isPutWith(TypeVersion nested, TypeVersion parent) {
        return parent.recorded()
                && !nested.recorded()
                && !parent.schema().document().path("properties").has(list(nested));
    }

    /// The property that lists what is put together with what it is nested in.
    public static String list(TypeVersion nested) {
        return nested.armType().types().getLast();
    }

    /// The request with what is nested taken out of its properties; a problem with everything that is wrong with
    /// that.
    public Put taken(Put request) {
        OfferedTypes offered = types.offeredTo(request.id().subscription());
        if (!isPossible(request.type(), request.id().subscription())) {
            return request;
        }
        ObjectNode properties = request.properties().deepCopy();
        List<Put> nested = new ArrayList<>();
        List<Detail> wrong = new ArrayList<>();
        for (RegisteredType type : offered.nestedUnder(request.type().name())) {
            String key = list(type.current());
            JsonNode list = properties.path(key);
            if (!isPutWith(type.current(), request.type()) || list.isMissingNode()) {
                continue;
            }
            properties.remove(key);
            String place = "/properties/" + key;
            if (list instanceof ArrayNode items) {
                for (int i = 0; i < items.size(); i++) {
                    read(request, type.current(), items.get(i), place + "/" + i, wrong)
                            .ifPresent(nested::add);
                }
            } else {
                wrong.add(new Detail("nested.list", "expected a list", place));
            }
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return request.nesting(properties, nested);
    }

    private Optional<Put> read(Put parent, TypeVersion type, JsonNode item, String place, List<Detail> wrong) {
        String name = item.path("name").asString("");
        boolean sound = item.isObject()
                && !name.isEmpty()
                && type.allowsName(name)
                && item.propertyNames().stream().allMatch(KEYS::contains)
                && (item.path("properties").isMissingNode()
                        || item.path("properties").isObject());
        if (!sound) {
            wrong.add(new Detail("nested.item", "expected an object with a name, and perhaps properties", place));
            return Optional.empty();
        }
        ResourceId id = parent.id().nesting(type.armType(), name);
        ObjectNode properties =
                item.path("properties") instanceof ObjectNode given ? given.deepCopy() : Documents.empty();
        try {
            AddressedIdentifier address = addressed.nested(parent.type(), parent.id(), parent.properties(), id);
            DesiredState.toCreate(type, address, properties);
        } catch (ProblemException refused) {
            List<Detail> details = refused.problem().details();
            if (details.isEmpty()) {
                wrong.add(new Detail("nested.item", refused.problem().message(), place + "/name"));
            }
            for (Detail detail : details) {
                String target = detail.target().startsWith("/") ? detail.target() : "/" + detail.target();
                wrong.add(new Detail(detail.id(), detail.message(), place + target));
            }
        }
        return Optional.of(put(parent.caller(), id, type, properties));
    }

    static Put put(Caller caller, ResourceId id, TypeVersion type, ObjectNode properties) {
        return Put.of(caller, id, type, Put.Body.of(Optional.empty(), Documents.empty(), properties));
    }

    /// Stores what is nested with the operation of its parent.
    public void store(Transaction transaction, Put request, OperationId operation) {
        int position = 0;
        for (Put child : request.nested()) {
            byte[] sealed = vault.seal(Documents.bytes(child.properties()), operation.toString());
            transaction.update(
                    INSERT, operation.toString(), position++, child.id().toString(), sealed);
        }
    }

    /// Whether what is nested in the request is what is stored with the operation.
    boolean areStored(Transaction transaction, Put request, OperationId operation) {
        List<Child> stored = list(transaction, operation);
        List<Put> asked = request.nested();
        boolean same = stored.size() == asked.size();
        for (int i = 0; same && i < asked.size(); i++) {
            ObjectNode properties = Documents.object(vault.open(stored.get(i).sealed(), operation.toString()));
            same = stored.get(i).id().equals(asked.get(i).id())
                    && properties.equals(asked.get(i).properties());
        }
        return same;
    }

    public List<Child> list(Transaction transaction, OperationId operation) {
        return transaction.query(LIST, NestedPuts::child, operation.toString());
    }

    private static Child child(Row row) throws SQLException {
        return new Child((int) row.number(), ResourceId.parse(row.text()), row.bytes());
    }

    public void forget(Transaction transaction, OperationId operation) {
        transaction.update(FORGET, operation.toString());
    }

    /// The request that a stored one stands for; empty if its type has been removed since.
    public Optional<Put> request(Child child, OperationId operation, Caller caller) {
        ObjectNode properties = Documents.object(vault.open(child.sealed(), operation.toString()));
        return types.find(child.id().type())
                .map(type ->
                        put(caller, child.id(), type.current(), properties).on(ChangeTerms.NONE.within(operation)));
    }
}
