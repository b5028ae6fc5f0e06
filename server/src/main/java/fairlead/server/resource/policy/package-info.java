/// What guardrails say of changes of resources: the facts of a resource, the question at each change, and how resources
/// stand to rules that have changed.
@NullMarked
package fairlead.server.resource.policy;

import org.jspecify.annotations.NullMarked;
