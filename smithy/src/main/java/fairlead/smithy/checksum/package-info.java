/// Checksums of HTTP messages: the algorithms, where a checksum is put, and what clients and services do with it
/// (AWS Core Specification, "aws.protocols#httpChecksum trait"). Everything works on streams, in constant memory.
@NullMarked
package fairlead.smithy.checksum;

import org.jspecify.annotations.NullMarked;
