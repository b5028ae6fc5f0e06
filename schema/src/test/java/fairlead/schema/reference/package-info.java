/// Where other documents are found.
@NullMarked
package fairlead.schema.reference;

import org.jspecify.annotations.NullMarked;
