/// The wire formats of services that a model describes: awsJson1_0, awsJson1_1, restJson1 and rpcv2Cbor, from the side
/// of a client.
///
/// Nothing is generated: a [fairlead.smithy.protocol.Protocol] makes an HTTP message of an operation's input and reads
/// the answer, guided by the shapes. It sends nothing itself.
///
/// Documents on our side are plain JSON, whatever goes over the wire: members under their names in the model, blobs in
/// base64, timestamps as RFC 3339 has them (a number of seconds is taken as well), and the numbers that JSON has no
/// text for as `"NaN"`, `"Infinity"` and `"-Infinity"`.
@NullMarked
package fairlead.smithy.protocol;

import org.jspecify.annotations.NullMarked;
