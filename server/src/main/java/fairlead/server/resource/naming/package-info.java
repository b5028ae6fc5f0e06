/// What the names in an address say of a resource's identifier, and which address a resource has that is known by its
/// identifier.
///
/// It knows records and types. Commands and verbs use it; it knows nothing of them.
@NullMarked
package fairlead.server.resource.naming;

import org.jspecify.annotations.NullMarked;
