/// Tests of the documents made of schemas.
@NullMarked
package fairlead.document;

import org.jspecify.annotations.NullMarked;
