/// Checksums of HTTP messages: the algorithms, where a checksum is put, and what clients and services do with it (AWS
/// Core Specification, "aws.protocols#httpChecksum trait").
///
/// [fairlead.smithy.checksum.ClientChecksums] says what to do about a request and its response,
/// [fairlead.smithy.checksum.RequestValidation] what a service does; [fairlead.smithy.checksum.AwsChunked] and
/// [fairlead.smithy.checksum.ChunkedReader] carry trailers within a body. Everything works on streams, in constant
/// memory, and knows neither a library for HTTP nor (but for the traits) one for models.
@NullMarked
package fairlead.smithy.checksum;

import org.jspecify.annotations.NullMarked;
