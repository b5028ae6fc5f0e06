/// How large templates and what they come to may be.
@NullMarked
package fairlead.cloudformation.limit;

import org.jspecify.annotations.NullMarked;
