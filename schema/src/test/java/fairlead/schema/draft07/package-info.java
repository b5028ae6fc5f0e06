/// Tests of JSON Schema draft-07.
@NullMarked
package fairlead.schema.draft07;

import org.jspecify.annotations.NullMarked;
