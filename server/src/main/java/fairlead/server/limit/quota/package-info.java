/// How many resources there may be: quotas, and how much of each is used.
///
/// A quota is of a subscription, of one type or all, in one location or all, together or for each principal. Usage is
/// counted in the transaction that makes or removes a record, and only where a quota is set.
@NullMarked
package fairlead.server.limit.quota;

import org.jspecify.annotations.NullMarked;
