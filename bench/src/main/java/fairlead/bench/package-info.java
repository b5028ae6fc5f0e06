/// The load generator and the performance report.
///
/// Every figure stands beside a limit that was measured in the same run: the raw flush rate of the disk, the same
/// transactions without HTTP, the bare HTTP server, and pgbench with the same statements. Nothing here is
/// asserted.
@NullMarked
package fairlead.bench;

import org.jspecify.annotations.NullMarked;
