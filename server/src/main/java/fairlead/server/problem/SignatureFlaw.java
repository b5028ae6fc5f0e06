package fairlead.server.problem;

/// Why a signature of AWS Signature Version 4 is refused. Each protocol has a name of its own for it.
public enum SignatureFlaw {
    /// There is none.
    MISSING(
            403,
            "MissingAuthenticationTokenException",
            "MissingAuthenticationToken",
            "AccessDenied",
            "Missing Authentication Token"),
    /// It is not all there.
    INCOMPLETE(
            403,
            "IncompleteSignatureException",
            "IncompleteSignature",
            "AuthorizationHeaderMalformed",
            "The request signature does not conform to AWS standards."),
    /// The key, or the session token that belongs to it, is not known.
    UNKNOWN_KEY(
            403,
            "UnrecognizedClientException",
            "InvalidClientTokenId",
            "InvalidAccessKeyId",
            "The security token included in the request is invalid."),
    /// The session to which the key belongs is over.
    EXPIRED_TOKEN(
            403,
            "ExpiredTokenException",
            "ExpiredToken",
            "ExpiredToken",
            "The security token included in the request is expired"),
    /// It is not the signature of this request by this key.
    MISMATCH(
            403,
            "InvalidSignatureException",
            "SignatureDoesNotMatch",
            "SignatureDoesNotMatch",
            "The request signature we calculated does not match the signature you provided. Check your AWS Secret"
                    + " Access Key and signing method. Consult the service documentation for details."),
    /// The request was signed too long ago, or in the future.
    SKEWED(
            403,
            "InvalidSignatureException",
            "SignatureDoesNotMatch",
            "RequestTimeTooSkewed",
            "The difference between the request time and the current time is too large."),
    /// The time for which an address was signed is over.
    EXPIRED(403, "RequestExpired", "RequestExpired", "AccessDenied", "Request has expired"),
    /// The body is not the one whose hash was signed.
    CONTENT(
            400,
            "InvalidSignatureException",
            "SignatureDoesNotMatch",
            "XAmzContentSHA256Mismatch",
            "The provided 'x-amz-content-sha256' header does not match what was computed."),
    /// The body is not in the chunks that it says it is in.
    CHUNKS(400, "InvalidSignatureException", "SignatureDoesNotMatch", "IncompleteBody", "The chunks are malformed.");

    private final int status;
    private final String jsonCode;
    private final String queryCode;
    private final String s3Code;
    private final String message;

    SignatureFlaw(int status, String jsonCode, String queryCode, String s3Code, String message) {
        this.status = status;
        this.jsonCode = jsonCode;
        this.queryCode = queryCode;
        this.s3Code = s3Code;
        this.message = message;
    }

    /// The HTTP status of the answer.
    public int status() {
        return status;
    }

    /// Its name in the JSON protocols of AWS.
    public String jsonCode() {
        return jsonCode;
    }

    /// Its name in the Query protocol.
    public String queryCode() {
        return queryCode;
    }

    /// Its name in the protocol of S3.
    public String s3Code() {
        return s3Code;
    }

    /// What is said where there is nothing more to say.
    public String message() {
        return message;
    }
}
