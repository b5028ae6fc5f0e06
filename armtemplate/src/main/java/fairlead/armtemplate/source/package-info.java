/// Reads the bodies of deployments as leniently as their clients write them, and keeps where everything
/// stood.
@NullMarked
package fairlead.armtemplate.source;

import org.jspecify.annotations.NullMarked;
