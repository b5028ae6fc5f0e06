package fairlead.server.arm;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Permit;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes of the body of a PUT what is asked for.
final class PutReader {

    private final Resources resources;
    private final Authorizer authorizer;

    PutReader(Resources resources, Authorizer authorizer) {
        this.resources = resources;
        this.authorizer = authorizer;
    }

    /// What a body asks for; a problem with all that is wrong with it.
    Put read(Caller caller, ResourceId id, TypeVersion type, ObjectNode body, ChangeTerms terms) {
        Envelope envelope = envelope(body, id, type);
        ObjectNode properties = envelope.properties().orElseGet(JsonNodeFactory.instance::objectNode);
        return Put.of(
                        caller,
                        id,
                        type,
                        new Put.Body(
                                type.recorded() ? location(envelope, id) : Optional.empty(),
                                TagProperty.beside(type.schema(), envelope.tags(), properties),
                                properties,
                                envelope.claimedState(),
                                envelope.sku()))
                .on(terms);
    }

    /// A nested resource that a PUT brings along is written like any other.
    Put allowed(Put put) {
        if (authorizer.isOpen()) {
            return put;
        }
        List<Permit> permits = new ArrayList<>();
        for (Put nested : resources.nested(put)) {
            ResourceId id = nested.id();
            permits.add(authorizer.require(
                    put.caller(), Action.write(id.type().toString()), new AccessScope(id.toString())));
        }
        return permits.isEmpty() ? put : put.by(put.caller().with(permits));
    }

    static Envelope envelope(ObjectNode body, ResourceId id, TypeVersion type) {
        List<String> names = List.of(id.name(), String.join("/", id.names()));
        Envelope envelope = EnvelopeReader.read(
                body,
                id.toString(),
                names,
                id.type().toString(),
                type.registration().envelope());
        boolean tagged = envelope.tags().filter(tags -> !tags.isEmpty()).isPresent();
        if (tagged && !type.recorded()) {
            throw new ProblemException(
                    Problem.InvalidBody.of("envelope.not-supported", "the type does not support 'tags'", "/tags"));
        }
        return envelope;
    }

    /// A new nested resource that says nothing else is where its parent is.
    private Optional<String> location(Envelope envelope, ResourceId id) {
        if (envelope.location().isPresent()
                || id.parent().isEmpty()
                || resources.find(id).isPresent()) {
            return envelope.location();
        }
        return resources.find(id.parent().get()).map(Resource::location);
    }
}
