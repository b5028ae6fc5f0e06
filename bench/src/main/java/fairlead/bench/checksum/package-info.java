/// Measures what checksums cost: ours beside the JDK's own, over bytes in memory and over a stream.
@NullMarked
package fairlead.bench.checksum;

import org.jspecify.annotations.NullMarked;
