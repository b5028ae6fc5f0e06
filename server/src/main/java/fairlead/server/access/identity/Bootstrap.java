package fairlead.server.access.identity;

import fairlead.server.access.Caller;
import fairlead.server.access.role.Roles;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How the first administrator comes into being: the operator, who can read the data folder, finds a code there that is
/// good once and for an hour. There is no other way in, and no credential that every installation has.
public final class Bootstrap {

    /// The file in the data folder.
    public static final String FILE = "bootstrap";

    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);
    private static final Duration VALID = Duration.ofHours(1);

    private final Directory directory;
    private final Roles roles;
    private final Path file;
    private final Clock clock;
    private Optional<Code> code = Optional.empty();

    private record Code(String text, Instant ends) {}

    /// @param folder the data folder
    public Bootstrap(Directory directory, Roles roles, Path folder, Clock clock) {
        this.directory = directory;
        this.roles = roles;
        file = folder.resolve(FILE);
        this.clock = clock;
    }

    /// The first administrator.
    ///
    /// @param secret by which it signs in; empty if an issuer vouches for it
    public record Administrator(UUID id, String name, Optional<String> secret) {}

    /// Writes a code, if no principal owns everything yet.
    public void offer(byte[] random) {
        if (roles.hasOwner()) {
            withdraw();
            return;
        }
        Code made = new Code(
                Base64.getUrlEncoder().withoutPadding().encodeToString(random),
                clock.instant().plus(VALID));
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, made.text + "\n", StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
        } catch (IOException failure) {
            throw new UncheckedIOException("can't write " + file, failure);
        }
        synchronized (this) {
            code = Optional.of(made);
        }
        LOG.warn(
                "nobody may do anything yet: the code in {} makes the first administrator, within an hour"
                        + " (fairlead bootstrap)",
                file);
    }

    /// Makes the caller that shows the code the owner of everything, if it is signed in; else a new service principal.
    ///
    /// @param known who is signed in
    public synchronized Administrator redeem(Caller caller, String shown, boolean known, String name) {
        if (roles.hasOwner()) {
            withdraw();
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.BOOTSTRAPPED_ALREADY, "There is an owner of everything already: ask them for a role."));
        }
        boolean right = code.filter(made -> clock.instant().isBefore(made.ends)
                        && MessageDigest.isEqual(
                                made.text.getBytes(StandardCharsets.US_ASCII),
                                shown.getBytes(StandardCharsets.US_ASCII)))
                .isPresent();
        if (!right) {
            throw new ProblemException(new Problem.Forbidden(
                    "The code is wrong or has expired. A server that is started anew writes another one to " + FILE
                            + " in its data folder."));
        }
        Administrator administrator = known
                ? new Administrator(caller.principal().id(), caller.principal().name(), Optional.empty())
                : made(caller, name);
        roles.makeOwner(caller, administrator.id(), known ? "User" : "ServicePrincipal");
        withdraw();
        return administrator;
    }

    private Administrator made(Caller caller, String name) {
        DirectoryObject principal = directory.create(caller, DirectoryObject.Kind.SERVICE, name);
        Directory.NewSecret secret = directory.addSecret(caller, principal.id(), Directory.USUAL);
        return new Administrator(principal.id(), principal.name(), Optional.of(secret.secret()));
    }

    private synchronized void withdraw() {
        code = Optional.empty();
        try {
            Files.deleteIfExists(file);
        } catch (IOException remains) {
            LOG.warn("can't delete {}: {}", file, remains.getMessage());
        }
    }
}
