/// Tests of resource type schemas.
@NullMarked
package fairlead.schema;

import org.jspecify.annotations.NullMarked;
