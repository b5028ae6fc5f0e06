/// Resources as they are stored: the record, its address and state, the SQL of its tables, and the event and audit
/// record of each change.
///
/// Not here: when a record changes, which is for `change` (requests) and `step` (operations). Used by all of `resource`
/// and read by surfaces; knows `type`, `scope`, `event` and `database`.
@NullMarked
package fairlead.server.resource.record;

import org.jspecify.annotations.NullMarked;
