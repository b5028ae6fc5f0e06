/// The commands on guardrails: policies and quotas.
@NullMarked
package fairlead.cli.policy;

import org.jspecify.annotations.NullMarked;
