/// The deletion of a group with all that is in it, each resource by an operation of its own.
///
/// [BulkDelete] does the rounds; `step` uses it as well, for what depends on a resource. The groups themselves, without
/// resources, are in `scope`.
@NullMarked
package fairlead.server.resource.group;

import org.jspecify.annotations.NullMarked;
