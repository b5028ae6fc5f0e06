/// Lists of resources.
@NullMarked
package fairlead.server.resource.list;

import org.jspecify.annotations.NullMarked;
