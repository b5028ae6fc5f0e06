/// The addresses by which Azure's clients write guardrails and ask how resources stand to them.
@NullMarked
package fairlead.server.arm.policy;

import org.jspecify.annotations.NullMarked;
