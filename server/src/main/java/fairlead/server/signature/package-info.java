/// Who signed a request, by AWS Signature Version 4: in the headers, in the query, or chunk by chunk.
///
/// [fairlead.server.signature.Signatures] is the one entrance, for any surface that speaks one of the AWS protocols.
/// The keys come from a credential file, which also says to which account a key belongs and which subscription that
/// account is. Without a file every key is taken, since development mode has no login. Uses `http`, `access`
/// and `problem`.
@NullMarked
package fairlead.server.signature;

import org.jspecify.annotations.NullMarked;
