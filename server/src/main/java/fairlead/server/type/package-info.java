/// The resource types that this server serves, each in versions: which there are, how they are registered, and how they
/// are configured.
///
/// What a version declares is in `definition`, what comes in an archive in `archive`, and types that are served by
/// their schema alone in `simulated`. Used by `resource` and by surfaces, which read it to understand addresses. Knows
/// the tables of types, and of resources only whether a type still has any.
@NullMarked
package fairlead.server.type;

import org.jspecify.annotations.NullMarked;
