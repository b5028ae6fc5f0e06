/// How large a template and what it unfolds to may be.
@NullMarked
package fairlead.armtemplate.limit;

import org.jspecify.annotations.NullMarked;
