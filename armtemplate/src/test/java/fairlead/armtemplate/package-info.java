@NullMarked
package fairlead.armtemplate;

import org.jspecify.annotations.NullMarked;
