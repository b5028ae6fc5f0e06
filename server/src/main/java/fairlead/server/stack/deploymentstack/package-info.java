/// Deployment stacks: deployments to which belongs what they put. What a template has no longer is deleted or let go,
/// and others may be forbidden to change the rest.
///
/// Implements "Create and deploy Azure deployment stacks in Bicep" of Azure's documentation, and "Deployment Stacks" of
/// its REST reference.
@org.jspecify.annotations.NullMarked
package fairlead.server.stack.deploymentstack;
