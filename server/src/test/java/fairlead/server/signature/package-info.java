/// Tests of the signature verifier.
@NullMarked
package fairlead.server.signature;

import org.jspecify.annotations.NullMarked;
