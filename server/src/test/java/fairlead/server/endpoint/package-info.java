/// Tests of the package of the same name.
@NullMarked
package fairlead.server.endpoint;

import org.jspecify.annotations.NullMarked;
