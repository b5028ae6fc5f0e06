/// What the advice on schemas promises.
@NullMarked
package fairlead.schema.lint;

import org.jspecify.annotations.NullMarked;
