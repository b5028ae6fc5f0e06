@NullMarked
package fairlead.schema.text;

import org.jspecify.annotations.NullMarked;
