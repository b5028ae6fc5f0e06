package fairlead.server.resource;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.ResourceId;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Whether a caller may do something with a resource that it names by its identifier: decided at the address of its
/// record, or, of what has none, at the group in which it would get one. What is not there is refused as what is.
///
/// @param records finds the record of an identifier, as [IdentifiedResources#recorded]
record IdentifiedAccess(Authorizer authorizer, Records records) {

    interface Records {
        Optional<ResourceId> find(IdentifiedRequest asked, ObjectNode identifier);
    }

    /// The same request, once it is decided that its caller may do that.
    ///
    /// @param action what it is, of a type
    IdentifiedRequest permitted(IdentifiedRequest asked, ObjectNode identifier, Function<String, Action> action) {
        if (authorizer.isOpen()) {
            return asked;
        }
        AccessScope scope = records.find(asked, identifier)
                .map(id -> new AccessScope(id.toString()))
                .orElseGet(() -> AccessScope.group(asked.subscription(), asked.group()));
        return asked.by(
                asked.caller().with(authorizer.requireInAccount(asked.caller(), action.apply(type(asked)), scope)));
    }

    /// Whether the caller may see one that the handler lists.
    boolean isReadable(IdentifiedRequest asked, ObjectNode identifier) {
        if (authorizer.isOpen()) {
            return true;
        }
        AccessScope group = AccessScope.group(asked.subscription(), asked.group());
        return records.find(asked, identifier)
                .map(id -> new ReadableResources(authorizer, asked.caller()).test(id))
                .orElseGet(() -> authorizer.allows(asked.caller(), Action.read(type(asked)), group));
    }

    private static String type(IdentifiedRequest asked) {
        return asked.versionForNew().armType().toString();
    }
}
