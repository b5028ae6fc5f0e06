package fairlead.server.access.identity;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// The names of which a client certificate is, in the one form in which they are compared:
/// `URI:spiffe://company/payments`,
/// `DNS:payments.company.example`, `DN:CN=payments,O=Company` ("Subject Alternative Name" and "Subject" of "RFC 5280").
final class CertificateNames {

    private static final int URI = 6;
    private static final int DNS = 2;
    private static final int LONGEST = 1024;
    private static final String EXPECTED =
            "expected URI:, DNS: or DN: and the name, such as URI:spiffe://company/payments";

    private CertificateNames() {}

    /// Those of a certificate: first the URIs, then the hosts, and the subject last.
    static List<String> of(X509Certificate certificate) {
        List<String> uris = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        try {
            @Nullable Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            for (List<?> alternative : alternatives == null ? List.<List<?>>of() : alternatives) {
                String value = String.valueOf(alternative.get(1));
                if (alternative.getFirst().equals(URI)) {
                    uris.add("URI:" + value);
                } else if (alternative.getFirst().equals(DNS)) {
                    hosts.add("DNS:" + value.toLowerCase(Locale.ROOT));
                }
            }
        } catch (CertificateParsingException unreadable) {
            // It has the name of its subject alone, then.
        }
        List<String> all = new ArrayList<>(uris);
        all.addAll(hosts);
        X500Principal subject = certificate.getSubjectX500Principal();
        if (!subject.getName().isEmpty()) {
            all.add("DN:" + subject.getName(X500Principal.CANONICAL));
        }
        return all;
    }

    /// A name as a person writes it, in the form in which it is compared; a problem if it is none.
    static String parse(String written) {
        String text = written.strip();
        if (text.length() > LONGEST || text.contains("*")) {
            throw refused(text.length() > LONGEST ? "at most " + LONGEST + " characters" : "a name without *");
        }
        if (text.startsWith("URI:") && text.length() > "URI:".length()) {
            return text;
        }
        if (text.startsWith("DNS:") && text.length() > "DNS:".length()) {
            return text.toLowerCase(Locale.ROOT).replaceFirst("^dns:", "DNS:");
        }
        if (text.startsWith("DN:")) {
            try {
                X500Principal subject = new X500Principal(text.substring("DN:".length()));
                if (!subject.getName().isEmpty()) {
                    return "DN:" + subject.getName(X500Principal.CANONICAL);
                }
            } catch (IllegalArgumentException malformed) {
                throw refused("DN: and a name as RFC 2253 has it, such as DN:CN=payments,O=Company; "
                        + malformed.getMessage());
            }
        }
        throw refused(EXPECTED.substring("expected ".length()));
    }

    private static ProblemException refused(String expected) {
        return new ProblemException(
                Problem.InvalidBody.of("principal.certificateName", "expected " + expected, "/name"));
    }

    /// The id of the credential of that name: a name is of one principal at most.
    static UUID credential(String name) {
        return UUID.nameUUIDFromBytes(("certificate-name " + name).getBytes(StandardCharsets.UTF_8));
    }
}
