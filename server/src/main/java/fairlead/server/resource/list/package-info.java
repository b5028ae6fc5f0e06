/// Lists of resources across types: by scope, by tag, by what they refer to, and as a template of a whole group.
///
/// Only reads what is stored; lists that a handler gives are in `call`. Used by surfaces.
@NullMarked
package fairlead.server.resource.list;

import org.jspecify.annotations.NullMarked;
