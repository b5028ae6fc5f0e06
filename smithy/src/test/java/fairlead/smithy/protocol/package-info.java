/// Holds the protocols to the test cases that come with Smithy.
@NullMarked
package fairlead.smithy.protocol;

import org.jspecify.annotations.NullMarked;
