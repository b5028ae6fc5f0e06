@NullMarked
package fairlead.cli.resource;

import org.jspecify.annotations.NullMarked;
