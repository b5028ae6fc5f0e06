/// What the checks of schema files promise.
@NullMarked
package fairlead.schema.check;

import org.jspecify.annotations.NullMarked;
