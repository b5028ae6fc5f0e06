/// The directory as Azure's tools read it: a part of "Microsoft Graph", version 1.0.
@NullMarked
package fairlead.server.access.identity.graph;

import org.jspecify.annotations.NullMarked;
