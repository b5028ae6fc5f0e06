/// Tests of the package of the same name.
@NullMarked
package fairlead.server.cloudcontrol.endpoint;

import org.jspecify.annotations.NullMarked;
