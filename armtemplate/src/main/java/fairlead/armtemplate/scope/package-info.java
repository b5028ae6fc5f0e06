/// Where a deployment is, and the ids of what is there.
@NullMarked
package fairlead.armtemplate.scope;

import org.jspecify.annotations.NullMarked;
