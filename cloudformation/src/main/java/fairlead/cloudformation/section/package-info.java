/// The sections of a template and the structure of their members. What members come to is no concern here.
@NullMarked
package fairlead.cloudformation.section;

import org.jspecify.annotations.NullMarked;
