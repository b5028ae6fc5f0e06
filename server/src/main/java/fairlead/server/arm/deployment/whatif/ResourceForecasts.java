package fairlead.server.arm.deployment.whatif;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.Caller;
import fairlead.server.problem.Problem;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What is asked for of resources, and what writes to them would do. [WhatIfChanges] asks. Everything is decided for
/// the caller, and nothing is changed.
///
/// The methods throw [fairlead.server.problem.ProblemException] for what the caller may not see.
public interface ResourceForecasts {

    /// What is known about the resources of a type.
    ///
    /// @param schema of their properties; empty if they have none that are described, as resource groups
    record Form(Optional<ResourceSchema> schema) {}

    /// What is asked for of a resource: nothing that is read-only, or that the server has made.
    ///
    /// @param id as it is recorded, or as it would be
    /// @param envelope what stands beside the properties, such as location, tags and sku; nothing that is empty
    /// @param properties with write-only values, which are compared and never shown
    record Asked(String id, ObjectNode envelope, ObjectNode properties) {}

    /// What a write would do.
    sealed interface Would {

        /// The resource would be made.
        record Create(Asked after) implements Would {}

        /// Nothing.
        record Keep() implements Would {}

        /// The resource would be changed, or, if both are the same, the same would be asked for again.
        record Change(Asked before, Asked after) implements Would {}

        /// It would be refused.
        record Refused(Problem reason) implements Would {}
    }

    /// What a write of a resource would do to one that is nested in it, and comes along in its body.
    record Along(Named resource, Would would) {}

    /// What a PUT of the body would do to the resources that it brings along.
    default List<Along> along(Caller caller, Named resource, ObjectNode body) {
        return List.of();
    }

    /// What is known about the type of a resource; empty if it has no type that can be looked at before.
    Optional<Form> form(Named resource);

    /// What is asked for of a resource now; empty if it is not there.
    Optional<Asked> asked(Caller caller, Named resource);

    /// What a PUT of the body would do to what is there now.
    Would put(Caller caller, Named resource, ObjectNode body);

    /// What would be asked for by a PUT of the body, whether it would be allowed now or not. [Proposal] does
    /// what all of them need.
    ///
    /// @param known whether the body has all values: then what is wrong with it is a problem. Else it has
    ///     texts where others belong
    Asked proposed(Caller caller, Named resource, ObjectNode body, boolean known);
}
