/// The commands on guardrails.
@NullMarked
package fairlead.cli.policy;

import org.jspecify.annotations.NullMarked;
