/// Tests of the package of the same name.
@NullMarked
package fairlead.smithy.service;

import org.jspecify.annotations.NullMarked;
