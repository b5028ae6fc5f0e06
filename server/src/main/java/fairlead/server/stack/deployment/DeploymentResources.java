package fairlead.server.stack.deployment;

import fairlead.server.access.Caller;
import fairlead.server.operation.OperationId;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The resources that deployments read and change, by their ids, in the form in which callers see them. Every verb is
/// decided for its caller.
///
/// They throw [fairlead.server.problem.ProblemException] for what is refused, or is not there.
public interface DeploymentResources {

    /// A resource that is asked for.
    ///
    /// @param version in which its type is spoken of; empty for any
    record Named(String id, Optional<String> version) {}

    /// How a change has begun.
    sealed interface Begun {

        /// It is done.
        ///
        /// @param created whether it was not there before
        record Done(boolean created) implements Begun {}

        /// An operation does it.
        record Under(OperationId operation, boolean created) implements Begun {}
    }

    /// Makes or changes a resource, or a group, without waiting for the end. The same token begins nothing twice.
    ///
    /// @param body what a PUT to the id would have
    Begun write(Caller caller, Named resource, ObjectNode body, String token);

    /// That a write would not be refused, as far as that is known before anything is touched.
    void rehearse(Caller caller, Named resource, ObjectNode body);

    /// That what is known of the properties of a resource is nothing that its type refuses, whatever else it is to
    /// have.
    ///
    /// @param properties whole members of what it is to have
    void rehearsePart(Caller caller, Named resource, ObjectNode properties);

    /// What a GET of the id would answer; empty if there is nothing.
    Optional<ObjectNode> read(Caller caller, Named resource);

    /// What an action of the resource answers.
    JsonNode act(Caller caller, Named resource, String action, JsonNode input);

    /// Deletes a resource, a group or a lock, without waiting for the end.
    Begun delete(Caller caller, String id, String token);

    /// Whether there is no resource in a group, readable to a caller or not.
    boolean isEmpty(DeploymentScope group);

    /// The ids of all resources in a group, those before what is nested in them.
    List<String> inGroup(Caller caller, DeploymentScope group);
}
