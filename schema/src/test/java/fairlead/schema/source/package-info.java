/// What reading JSON and YAML promises.
@NullMarked
package fairlead.schema.source;

import org.jspecify.annotations.NullMarked;
