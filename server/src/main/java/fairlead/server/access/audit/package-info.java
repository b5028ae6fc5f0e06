/// The audit trail as a log that can't be rewritten unseen: its records are the leaves of a Merkle tree ("RFC
/// 6962"), whose head is signed about once a second ("C2SP tlog-checkpoint"), and verified by an auditor.
///
/// Nothing of it waits in the way of a change: a record brings its leaf along, and one thread puts leaves
/// into the tree.
@NullMarked
package fairlead.server.access.audit;

import org.jspecify.annotations.NullMarked;
