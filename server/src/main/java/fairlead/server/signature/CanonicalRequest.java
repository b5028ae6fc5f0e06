package fairlead.server.signature;

import fairlead.server.problem.SignatureFlaw;
import java.util.List;
import java.util.Locale;

/// The text of a request that its signature is made of.
final class CanonicalRequest {

    static final String S3 = "s3";

    private static final String OWN = "x-amz-";

    private CanonicalRequest() {}

    /// @param payloadHash of the body, or the word that stands for it
    static String of(SignedMessage message, SignatureClaim claim, String payloadHash) {
        boolean s3 = claim.scope().service().equals(S3);
        StringBuilder text = new StringBuilder(512);
        text.append(message.method()).append('\n');
        text.append(UriText.canonicalPath(message.path(), s3)).append('\n');
        text.append(message.query().canonical()).append('\n');
        for (String name : claim.headerNames()) {
            text.append(name)
                    .append(':')
                    .append(message.header(name)
                            .map(CanonicalRequest::collapsed)
                            .orElse(""))
                    .append('\n');
        }
        text.append('\n').append(claim.signedHeaders()).append('\n');
        return text.append(payloadHash).toString();
    }

    /// "You must include the host header, and any x-amz-* headers in the request." Only the session token may be added
    /// after the request is signed: it is compared with the one that is known anyway.
    static void requireSigned(SignedMessage message, SignatureClaim claim) {
        List<String> signed = claim.headerNames();
        boolean all = signed.contains("host");
        for (String name : message.headerNames()) {
            boolean may =
                    !name.regionMatches(true, 0, OWN, 0, OWN.length()) || name.equalsIgnoreCase(SignedMessage.TOKEN);
            all = all && (may || signed.contains(name.toLowerCase(Locale.ROOT)));
        }
        if (!all) {
            throw SignatureClaim.refused(
                    SignatureFlaw.MISMATCH,
                    "There were headers present in the request which were not signed: host and every x-amz-* header"
                            + " have to be.");
        }
    }

    /// Without spaces around it, and one for each run of them within.
    private static String collapsed(String value) {
        String stripped = value.strip();
        if (!stripped.contains("  ") && stripped.indexOf('\t') < 0 && stripped.indexOf('\n') < 0) {
            return stripped;
        }
        return stripped.replaceAll("\\s+", " ");
    }
}
