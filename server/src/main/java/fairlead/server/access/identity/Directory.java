package fairlead.server.access.identity;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.identity.DirectoryObject.Kind;
import fairlead.server.access.identity.DirectoryObject.Voucher;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on principals that are kept here, and on their credentials. What is taken from one counts at
/// once: each change is a change of the rules.
public final class Directory {

    /// How long a credential is good for, if nothing else is asked for, and at most.
    public static final Duration USUAL = Duration.ofDays(90);

    public static final Duration LONGEST = Duration.ofDays(365);

    private static final String TYPE = "Fairlead.Identity/principals";
    private static final int MOST_SECRETS = 2;
    private static final int MOST_CREDENTIALS = 20;
    private static final int HINT = 6;
    private static final int SOME = 1_000;
    private static final int MOST_MET = 100_000;
    private static final Logger LOG = LoggerFactory.getLogger(Directory.class);

    private final DirectoryStore store = new DirectoryStore();
    private final Database database;
    private final RuleChanges changes;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Supplier<byte[]> secrets;
    private final Set<UUID> met = ConcurrentHashMap.newKeySet();

    /// @param ids makes ids, unguessable ones
    /// @param secrets makes secrets of 32 random bytes
    public Directory(
            Database database,
            RuleChanges changes,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids,
            Supplier<byte[]> secrets) {
        this.database = database;
        this.changes = changes;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
        this.secrets = secrets;
    }

    /// A secret as it is shown once, with the credential that is kept of it.
    public record NewSecret(Credential credential, String secret) {}

    // -- principals ---------------------------------------------------------------------------------------------------

    /// Makes a service principal or a group.
    public DirectoryObject create(Caller caller, Kind kind, String name) {
        String text = requireName(name);
        UUID id = ids.get();
        Instant now = clock.instant();
        DirectoryObject made =
                new DirectoryObject(id, kind, text, Voucher.own(id.toString()), false, Instant.EPOCH, now);
        return changes.change(transaction -> {
            store.put(transaction, made);
            if (kind == Kind.SERVICE) {
                store.own(transaction, id, caller.principal().key().toString());
            }
            record(transaction, caller, "CreatePrincipal", made);
            return made;
        });
    }

    private static String requireName(String name) {
        if (name.isBlank() || name.length() > 128 || name.chars().anyMatch(Character::isISOControl)) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "principal.name", "expected a name of 1 to 128 characters, found '" + name + "'", "/name"));
        }
        return name.strip();
    }

    /// Keeps a user for whom an issuer vouches, so that they can be put into groups or disabled.
    public DirectoryObject keep(Caller caller, String name, String issuer, String subject) {
        String text = requireName(name);
        UUID id = DirectoryObject.idOf(issuer, subject);
        return changes.change(transaction -> {
            Optional<DirectoryObject> present = store.find(transaction, id);
            DirectoryObject kept = present.orElseGet(() -> new DirectoryObject(
                    id, Kind.USER, text, new Voucher(issuer, subject), false, Instant.EPOCH, clock.instant()));
            store.put(transaction, kept);
            record(transaction, caller, "KeepPrincipal", kept);
            return kept;
        });
    }

    public Optional<DirectoryObject> find(UUID id) {
        return database.read(transaction -> store.find(transaction, id));
    }

    /// Those of a kind with that name; the one with that id, if it is one.
    public List<DirectoryObject> named(String name, Kind kind) {
        return database.read(transaction -> store.named(transaction, name)).stream()
                .filter(object -> object.kind() == kind)
                .toList();
    }

    /// The service principal with that client id.
    public Optional<DirectoryObject> findClient(String clientId) {
        return database.read(transaction -> store.findClient(transaction, clientId));
    }

    /// The principal of that id, as a transaction sees it; a problem if there is none.
    public static DirectoryObject require(Transaction transaction, UUID id) {
        return new DirectoryStore().find(transaction, id).orElseThrow(() -> notFound(id));
    }

    /// From behind an id on.
    public List<DirectoryObject> list(String after, int limit) {
        return database.read(transaction -> store.list(transaction, after, limit));
    }

    public DirectoryObject get(UUID id) {
        return find(id).orElseThrow(() -> notFound(id));
    }

    private static ProblemException notFound(UUID id) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.PRINCIPAL_NOT_FOUND, "There is no principal '" + id + "'."));
    }

    /// Calls a principal something else.
    public DirectoryObject rename(Caller caller, UUID id, String name) {
        String text = requireName(name);
        return change(caller, id, "RenamePrincipal", present -> present.called(text));
    }

    /// Those that fit, from behind an id on, by id.
    ///
    /// @param fits tells which
    public List<DirectoryObject> search(String after, int limit, Predicate<DirectoryObject> fits) {
        List<DirectoryObject> found = new ArrayList<>();
        String place = after;
        while (found.size() < limit) {
            List<DirectoryObject> some = list(place, SOME);
            some.stream().filter(fits).limit(limit - found.size()).forEach(found::add);
            if (some.size() < SOME) {
                break;
            }
            place = some.getLast().id().toString();
        }
        return found;
    }

    /// Keeps a user whom an issuer has vouched for, if they are not kept already: so they can be found by their name,
    /// put into groups, or disabled. It is done a moment later.
    public void meet(Principal user, String issuer, String subject) {
        if (met.size() >= MOST_MET) {
            met.clear();
        }
        if (met.add(user.id())) {
            Thread.ofVirtual().name("newcomer").start(() -> {
                try {
                    if (find(user.id()).isEmpty()) {
                        keep(new Caller(user, "start", "start", Optional.empty(), ""), user.name(), issuer, subject);
                    }
                } catch (DatabaseException | ProblemException failure) {
                    LOG.debug("the user {} is not kept", user.id(), failure);
                    met.remove(user.id());
                }
            });
        }
    }

    /// Lets a principal in no more, or again.
    public DirectoryObject setDisabled(Caller caller, UUID id, boolean disabled) {
        return change(
                caller,
                id,
                disabled ? "DisablePrincipal" : "EnablePrincipal",
                present -> present.with(disabled, present.tokensValidFrom()));
    }

    /// Takes none of the tokens any more that a principal has been given until now.
    public DirectoryObject revoke(Caller caller, UUID id) {
        return change(caller, id, "RevokeTokens", present -> present.with(present.disabled(), clock.instant()));
    }

    private interface Change {
        DirectoryObject of(DirectoryObject present);
    }

    private DirectoryObject change(Caller caller, UUID id, String deed, Change change) {
        return changes.change(transaction -> {
            DirectoryObject next = change.of(store.find(transaction, id).orElseThrow(() -> notFound(id)));
            store.put(transaction, next);
            record(transaction, caller, deed, next);
            return next;
        });
    }

    /// Removes a principal with its credentials and memberships. Roles that are assigned to it are to be removed first.
    public boolean delete(Caller caller, UUID id) {
        return changes.change(transaction -> {
            Optional<DirectoryObject> present = store.find(transaction, id);
            present.ifPresent(object -> {
                if (changes.isAssigned(transaction, id)) {
                    throw new ProblemException(new Problem.Conflict(
                            ProblemCode.PRINCIPAL_HAS_ASSIGNMENTS,
                            "Roles are assigned to '" + object.name() + "'. Remove these assignments first."));
                }
                store.delete(transaction, id);
                record(transaction, caller, "DeletePrincipal", object);
            });
            return present.isPresent();
        });
    }

    // -- credentials --------------------------------------------------------------------------------------------------

    /// Gives a service principal a secret, which is shown this once.
    public NewSecret addSecret(Caller caller, UUID principal, Duration validity) {
        return addSecret(caller, principal, validity, "");
    }

    /// As [#addSecret(Caller, UUID, Duration)].
    ///
    /// @param label for people; perhaps empty
    public NewSecret addSecret(Caller caller, UUID principal, Duration validity, String label) {
        String secret = "fls_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secrets.get());
        Credential.Proof proof =
                new Credential.Proof.Secret(sha256(secret), secret.substring(0, "fls_".length() + HINT));
        Credential credential = add(caller, principal, validity, label, proof);
        return new NewSecret(credential, secret);
    }

    /// Lets a service principal sign in by the tokens of another issuer.
    public Credential addFederated(Caller caller, UUID principal, Credential.Proof.Federated federated) {
        return addFederated(caller, principal, federated, "");
    }

    /// As [#addFederated(Caller, UUID, Credential.Proof.Federated)].
    ///
    /// @param label for people; perhaps empty
    public Credential addFederated(Caller caller, UUID principal, Credential.Proof.Federated federated, String label) {
        if (federated.issuer().isBlank()
                || federated.subject().isBlank()
                || federated.subject().contains("*")
                || federated.audience().isBlank()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "principal.federated", "expected an issuer, a subject without *, and an audience", "/subject"));
        }
        return add(caller, principal, LONGEST, label, federated);
    }

    /// Lets a service principal sign in by the private key of a certificate, for as long as that is valid.
    public Credential addCertificate(
            Caller caller, UUID principal, Duration validity, String label, ClientCertificate certificate) {
        Duration left = Duration.between(clock.instant(), certificate.ends());
        if (left.isNegative() || left.isZero()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "principal.certificate", "the certificate ended at " + certificate.ends(), "/certificate"));
        }
        return add(
                caller,
                principal,
                left.compareTo(validity) < 0 ? left : validity,
                label,
                new Credential.Proof.Certificate(certificate.base64()));
    }

    /// Lets a service principal in by certificates of that name, which authorities that are trusted have issued.
    ///
    /// @param name see [CertificateNames]
    public Credential addCertificateName(Caller caller, UUID principal, Duration validity, String name) {
        return add(caller, principal, validity, "", new Credential.Proof.CertificateName(CertificateNames.parse(name)));
    }

    /// The service principal to which a certificate belongs.
    ///
    /// @param ends after this it is to be looked up again
    record Certified(DirectoryObject principal, Instant ends) {}

    /// The one whose certificate has one of these names, if it may sign in; none if they are of several.
    Optional<Certified> certified(List<String> names) {
        return database.read(transaction -> {
            List<Credential> found = names.stream()
                    .map(CertificateNames::credential)
                    .flatMap(id -> store.credential(transaction, id).stream())
                    .filter(credential -> credential.ends().isAfter(clock.instant()))
                    .toList();
            boolean one = found.stream().map(Credential::principal).distinct().count() == 1;
            return one
                    ? store.find(transaction, found.getFirst().principal())
                            .map(principal -> new Certified(
                                    principal,
                                    found.stream()
                                            .map(Credential::ends)
                                            .min(Instant::compareTo)
                                            .orElseThrow()))
                    : Optional.empty();
        });
    }

    private Credential add(Caller caller, UUID principal, Duration validity, String label, Credential.Proof proof) {
        if (validity.isNegative() || validity.isZero() || validity.compareTo(LONGEST) > 0) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "principal.validity", "expected 1 to " + LONGEST.toDays() + " days", "/days"));
        }
        UUID id = proof instanceof Credential.Proof.CertificateName(var name)
                ? CertificateNames.credential(name)
                : ids.get();
        Credential credential = new Credential(id, principal, clock.instant().plus(validity), label, proof);
        return changes.change(transaction -> {
            DirectoryObject object = store.find(transaction, principal).orElseThrow(() -> notFound(principal));
            long alike = store.credentials(transaction, principal).stream()
                    .filter(other -> other.proof() instanceof Credential.Proof.Secret)
                    .filter(other -> other.ends().isAfter(clock.instant()))
                    .count();
            if (object.kind() != Kind.SERVICE) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.NOT_A_SERVICE_PRINCIPAL,
                        "Only service principals have credentials here; '" + object.name() + "' is a "
                                + object.kind().word() + "."));
            }
            if (proof instanceof Credential.Proof.Secret && alike >= MOST_SECRETS) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.TOO_MANY_CREDENTIALS,
                        "'" + object.name() + "' has " + alike + " secrets. Remove one first."));
            }
            if (store.credentials(transaction, principal).size() >= MOST_CREDENTIALS) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.TOO_MANY_CREDENTIALS,
                        "'" + object.name() + "' has " + MOST_CREDENTIALS + " credentials. Remove one first."));
            }
            if (proof instanceof Credential.Proof.CertificateName(var taken)) {
                free(transaction, id, taken);
            }
            store.add(transaction, credential);
            record(transaction, caller, "AddCredential", object);
            return credential;
        });
    }

    /// Makes way for a name: one of a credential that has ended is free again.
    private void free(Transaction transaction, UUID id, String name) {
        store.credential(transaction, id).ifPresent(present -> {
            if (present.ends().isAfter(clock.instant())) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.CERTIFICATE_NAME_TAKEN,
                        "Certificates of the name '" + name + "' are those of the principal '" + present.principal()
                                + "' already. Remove that credential first."));
            }
            store.remove(transaction, present.principal(), id);
        });
    }

    public List<Credential> credentials(UUID principal) {
        return database.read(transaction -> store.credentials(transaction, principal));
    }

    public boolean removeCredential(Caller caller, UUID principal, UUID credential) {
        return changes.change(transaction -> {
            DirectoryObject object = store.find(transaction, principal).orElseThrow(() -> notFound(principal));
            boolean removed = store.remove(transaction, principal, credential);
            if (removed) {
                record(transaction, caller, "RemoveCredential", object);
            }
            return removed;
        });
    }

    /// The service principal that this secret is of, if it may sign in.
    public Optional<DirectoryObject> authenticated(String clientId, String secret) {
        String hash = sha256(secret);
        return findClient(clientId)
                .filter(object -> !object.disabled())
                .filter(object -> credentials(object.id()).stream()
                        .filter(credential -> credential.ends().isAfter(clock.instant()))
                        .anyMatch(credential -> credential.proof() instanceof Credential.Proof.Secret(var known, var _)
                                && MessageDigest.isEqual(ascii(known), ascii(hash))));
    }

    /// The service principal that signs in by such a token, if it may.
    public Optional<DirectoryObject> federated(String clientId, Credential.Proof.Federated shown) {
        return findClient(clientId)
                .filter(object -> !object.disabled())
                .filter(object -> credentials(object.id()).stream()
                        .filter(credential -> credential.ends().isAfter(clock.instant()))
                        .anyMatch(credential -> credential.proof().equals(shown)));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String sha256(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    // -- groups -------------------------------------------------------------------------------------------------------

    /// Puts a principal into a group; false if it is in it.
    public boolean join(Caller caller, UUID group, UUID member) {
        return changes.change(transaction -> {
            DirectoryObject object = requireGroup(transaction, group);
            boolean joined = store.join(transaction, group, member);
            record(transaction, caller, "AddMember", object);
            return joined;
        });
    }

    /// Takes a principal out of a group; false if it is not in it.
    public boolean leave(Caller caller, UUID group, UUID member) {
        return changes.change(transaction -> {
            DirectoryObject object = requireGroup(transaction, group);
            boolean left = store.leave(transaction, group, member);
            record(transaction, caller, "RemoveMember", object);
            return left;
        });
    }

    public List<UUID> members(UUID group) {
        return database.read(transaction -> store.members(transaction, group));
    }

    private DirectoryObject requireGroup(Transaction transaction, UUID id) {
        return store.find(transaction, id)
                .filter(object -> object.kind() == Kind.GROUP)
                .orElseThrow(() -> notFound(id));
    }

    private void record(Transaction transaction, Caller caller, String deed, DirectoryObject object) {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("name", object.name())
                .put("kind", object.kind().word())
                .put("disabled", object.disabled());
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        deed,
                        "",
                        "",
                        "/fairlead/principals/" + object.id(),
                        TYPE,
                        JsonMapper.shared().writeValueAsBytes(parameters)));
    }
}
