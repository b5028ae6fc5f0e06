@NullMarked
package fairlead.cli.schema;

import org.jspecify.annotations.NullMarked;
