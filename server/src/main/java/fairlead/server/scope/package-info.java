/// What resources live in: subscriptions and resource groups.
///
/// Used by `resource`, and by surfaces directly for the scopes' own verbs.
@NullMarked
package fairlead.server.scope;

import org.jspecify.annotations.NullMarked;
