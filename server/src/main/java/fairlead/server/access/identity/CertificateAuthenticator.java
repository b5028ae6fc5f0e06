package fairlead.server.access.identity;

import fairlead.server.access.Authenticator;
import fairlead.server.access.Identity;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.Principal;
import fairlead.server.access.Rules;
import fairlead.server.access.Subject;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Knows callers by their certificates ("mutual TLS"), and leaves the others to another one. The connection
/// has shown already that the caller has the key, and that an authority that is trusted has issued the
/// certificate; what is found out here is of which service principal one of its names is.
///
/// A certificate counts as a token that was given when its validity began: who revokes the tokens of a
/// principal takes none of its certificates of before any more.
public final class CertificateAuthenticator implements Authenticator {

    private static final int MOST_REMEMBERED = 10_000;

    private final Directory directory;
    private final CurrentRules rules;
    private final Clock clock;
    private final Authenticator others;
    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    /// @param others knows callers without a certificate
    public CertificateAuthenticator(Directory directory, CurrentRules rules, Clock clock, Authenticator others) {
        this.directory = directory;
        this.rules = rules;
        this.clock = clock;
        this.others = others;
    }

    /// The bytes of a certificate.
    private record Key(byte[] encoded) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(encoded, key.encoded);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(encoded);
        }
    }

    /// What was found out under these rules. Every change of a principal or credential makes other ones; a credential
    /// ends by itself.
    private record Known(Rules under, Optional<Directory.Certified> certified) {

        boolean holdsAt(Instant now) {
            return certified.isEmpty() || now.isBefore(certified.get().ends());
        }
    }

    @Override
    public Identity identify(PresentedCredentials presented) {
        if (presented.certificate().isEmpty()) {
            return others.identify(presented);
        }
        X509Certificate certificate = presented.certificate().get();
        if (!clock.instant().isBefore(certificate.getNotAfter().toInstant())) {
            return refused(
                    presented,
                    "The certificate of the client has run out at "
                            + certificate.getNotAfter().toInstant() + ".");
        }
        Optional<DirectoryObject> found = principal(certificate);
        if (found.isEmpty()) {
            return refused(
                    presented,
                    "The certificate of the client names no principal that is known here. Its names are "
                            + String.join(", ", CertificateNames.of(certificate)) + ".");
        }
        DirectoryObject object = found.get();
        Subject subject = new Subject(
                object.id(),
                Set.of(),
                true,
                certificate.getNotBefore().toInstant().toEpochMilli());
        return rules.get().isInGoodStanding(subject)
                ? new Identity.Known(new Principal(object.name(), "Application", object.id()), subject)
                : refused(
                        presented,
                        "The principal of the certificate is disabled, or what it had been given was revoked.");
    }

    @SuppressWarnings("ReferenceEquality") // Each change of the rules makes another object.
    private Optional<DirectoryObject> principal(X509Certificate certificate) {
        Rules current = rules.get();
        Key key = new Key(encoded(certificate));
        Known present = known.get(key);
        if (present != null && present.under == current && present.holdsAt(clock.instant())) {
            return present.certified.map(Directory.Certified::principal);
        }
        List<String> names = CertificateNames.of(certificate);
        Known fresh = new Known(current, directory.certified(names));
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(key, fresh);
        return fresh.certified.map(Directory.Certified::principal);
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException("it was read", impossible);
        }
    }

    /// No scheme of "HTTP Authentication" stands for certificates: the caller is told of the one that there is besides.
    private static Identity refused(PresentedCredentials presented, String reason) {
        return new Identity.Refused(new Problem.Unauthenticated(
                ProblemCode.AUTHENTICATION_FAILED,
                reason,
                "Bearer authorization_uri=\"" + presented.baseUrl() + "/adfs\""));
    }
}
