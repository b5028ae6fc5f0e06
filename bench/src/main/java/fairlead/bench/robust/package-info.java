/// The standing robustness run: real servers under a mixed load through both doors, while a seeded schedule of faults
/// kills, stops and starves them. What the clients saw is held against what may be seen.
///
/// `Robustness` is the run. What a client may rely on is a [fairlead.bench.robust.Law]; a breach of one is a violation.
@NullMarked
package fairlead.bench.robust;

import org.jspecify.annotations.NullMarked;
