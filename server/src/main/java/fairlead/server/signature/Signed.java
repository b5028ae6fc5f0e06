package fairlead.server.signature;

import fairlead.server.access.Caller;

/// A request that has been found to be signed.
///
/// @param caller the request's ids, with the key's user as the principal
/// @param region of the credential scope: the location
/// @param service of the credential scope, `s3` for example
/// @param body as it was meant: chunks joined, their signatures and checksums found right
public record Signed(Caller caller, Account account, String region, String service, byte[] body) {}
