/// What reading JSON and YAML promises.
@NullMarked
package fairlead.stack.document;

import org.jspecify.annotations.NullMarked;
