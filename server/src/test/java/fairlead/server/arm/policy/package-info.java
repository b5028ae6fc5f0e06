/// Tests of guardrails as Azure's clients write them.
@NullMarked
package fairlead.server.arm.policy;

import org.jspecify.annotations.NullMarked;
