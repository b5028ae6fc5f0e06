/// The language of policy rules: a rule is read from JSON, everything in it that is not understood is refused, and what
/// is left is a condition on facts, which is asked at each change.
///
/// Implements the "policyRule" of "Azure Policy definition structure basics", as far as the reference of guardrails
/// says.
/// Knows no database, no door and no store. Used by [fairlead.server.access.policy].
@NullMarked
package fairlead.server.access.policy.rule;

import org.jspecify.annotations.NullMarked;
