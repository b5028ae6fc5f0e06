package fairlead.smithy.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.smithy.aws.traits.clientendpointdiscovery.ClientDiscoveredEndpointTrait;
import software.amazon.smithy.aws.traits.clientendpointdiscovery.ClientEndpointDiscoveryIdTrait;
import software.amazon.smithy.aws.traits.clientendpointdiscovery.ClientEndpointDiscoveryTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.OperationIndex;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// What a service says about the discovery of its endpoints: the traits `clientEndpointDiscovery`,
/// `clientDiscoveredEndpoint` and `clientEndpointDiscoveryId`.
///
/// @param operation that knows the endpoints
/// @param error that says that an endpoint is one no longer
/// @param takesOperation whether it is told the client's operation
/// @param takesIdentifiers whether it is told the values of the input that matter
/// @param discovered the operations with endpoints of their own
public record DiscoveryTraits(
        ShapeId service,
        ShapeId operation,
        Optional<ShapeId> error,
        boolean takesOperation,
        boolean takesIdentifiers,
        Map<ShapeId, Discovered> discovered) {

    private static final int MISDIRECTED = 421;

    /// An operation with an endpoint of its own.
    ///
    /// @param required whether the standard endpoint can't serve it
    /// @param identifiers the members of its input that tell which endpoint
    public record Discovered(boolean required, List<String> identifiers) {

        public Discovered {
            identifiers = List.copyOf(identifiers);
        }
    }

    public DiscoveryTraits {
        discovered = Map.copyOf(discovered);
    }

    /// The traits of a service; empty if it has but the one endpoint.
    public static Optional<DiscoveryTraits> of(Model model, ServiceShape service) {
        return service.getTrait(ClientEndpointDiscoveryTrait.class).map(trait -> of(model, service, trait));
    }

    private static DiscoveryTraits of(Model model, ServiceShape service, ClientEndpointDiscoveryTrait trait) {
        OperationIndex operations = OperationIndex.of(model);
        Map<ShapeId, Discovered> discovered = new LinkedHashMap<>();
        for (OperationShape operation : TopDownIndex.of(model).getContainedOperations(service)) {
            operation
                    .getTrait(ClientDiscoveredEndpointTrait.class)
                    .ifPresent(one -> discovered.put(
                            operation.getId(), new Discovered(one.isRequired(), identifiers(operations, operation))));
        }
        Map<String, MemberShape> question = operations.getInputMembers(trait.getOperation());
        return new DiscoveryTraits(
                service.getId(),
                trait.getOperation(),
                trait.getOptionalError(),
                question.containsKey("Operation"),
                question.containsKey("Identifiers"),
                discovered);
    }

    private static List<String> identifiers(OperationIndex operations, OperationShape operation) {
        return operations.getInputMembers(operation).values().stream()
                .filter(member -> member.hasTrait(ClientEndpointDiscoveryIdTrait.class))
                .map(MemberShape::getMemberName)
                .toList();
    }

    /// What is asked for a call of an operation.
    ///
    /// @param input the values of the call's input that are texts
    public Lookup lookup(ShapeId called, Function<String, Optional<String>> input) {
        Map<String, String> identifiers = new TreeMap<>();
        Optional.ofNullable(discovered.get(called))
                .map(Discovered::identifiers)
                .orElse(List.of())
                .forEach(member -> input.apply(member).ifPresent(value -> identifiers.put(member, value)));
        return new Lookup(
                takesOperation ? Optional.of(called.getName()) : Optional.empty(),
                takesIdentifiers ? Optional.of(identifiers) : Optional.empty());
    }

    /// Whether an answer says that the endpoint it comes from is one no longer. The status 421 does for every service.
    ///
    /// @param status of HTTP
    /// @param error its shape's name, with or without the namespace
    public boolean saysInvalid(int status, Optional<String> error) {
        return status == MISDIRECTED
                || (this.error.isPresent()
                        && error.map(name -> name.substring(name.indexOf('#') + 1))
                                .equals(this.error.map(ShapeId::getName)));
    }
}
