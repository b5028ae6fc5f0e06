package fairlead.server.access.identity.accesskey;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.CredentialUses;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.role.AccessKey;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The access keys of AWS tools that are minted here for principals, and those of sessions.
///
/// A signature can be checked with the secret alone, so that no hash of it will do. It is derived instead:
/// from a root that is sealed, and the id of the key. A key counts as long as the rules know it: once it is
/// removed, or its principal is disabled, it counts for no node any more that has the same database.
public final class AccessKeys {

    private static final String TYPE = "Fairlead.Identity/principals";
    private static final int MOST = 2;
    private static final int MOST_REMEMBERED = 10_000;

    private final AccessKeyStore store = new AccessKeyStore();
    private final Database database;
    private final CurrentRules rules;
    private final RuleChanges changes;
    private final AuditTrail audit;
    private final CredentialUses uses;
    private final Clock clock;
    private final Supplier<byte[]> random;
    private final KeyRoots roots;
    private final SessionTokens tokens;
    private final Map<AccessKey, String> secrets = new ConcurrentHashMap<>();
    private final Map<String, Known> sessions = new ConcurrentHashMap<>();

    /// @param random makes 32 random bytes
    public AccessKeys(
            Database database,
            CurrentRules rules,
            AuditTrail audit,
            CredentialUses uses,
            Vault vault,
            Clock clock,
            Supplier<byte[]> random) {
        this.database = database;
        this.rules = rules;
        changes = new RuleChanges(database, rules);
        this.audit = audit;
        this.uses = uses;
        this.clock = clock;
        this.random = random;
        roots = new KeyRoots(database, vault, clock, random, rules.copy());
        tokens = new SessionTokens(roots, random);
    }

    /// A key as it is shown: without its secret.
    ///
    /// @param usedAt when it was last used, to the hour
    public record Listed(String id, String subscription, Instant createdAt, Instant ends, Optional<Instant> usedAt) {}

    /// A key with its secret, which is shown this once.
    public record Minted(Listed key, String secret) {}

    /// Temporary keys.
    public record Temporary(String id, String secret, String token, Session session) {}

    /// What is known of a key that a request names.
    public sealed interface Found {

        /// @param subscription the account in which it is used
        record Key(String id, String secret, Holder holder, String subscription) implements Found {}

        /// There is none of that id, or its token is not the one that belongs to it, or its principal is disabled.
        record Unknown() implements Found {}

        /// It has ended.
        record Expired() implements Found {}
    }

    private static final Found UNKNOWN = new Found.Unknown();
    private static final Found EXPIRED = new Found.Expired();

    private record Known(Found.Key key, Session session) {}

    // -- keys that last -----------------------------------------------------------------------------------------------

    /// Mints a key for a principal.
    ///
    /// @param subscription the account in which it is used
    public Minted mint(Caller caller, UUID principal, String subscription, Duration validity) {
        if (validity.isNegative() || validity.isZero() || validity.compareTo(Directory.LONGEST) > 0) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "principal.validity", "expected 1 to " + Directory.LONGEST.toDays() + " days", "/days"));
        }
        long generation = roots.newest();
        Instant now = clock.instant();
        String id = KeyMaterial.id(KeyMaterial.LASTING, random.get());
        Listed key = new Listed(id, subscription, now, now.plus(validity), Optional.empty());
        changes.change(transaction -> {
            DirectoryObject owner = Directory.require(transaction, principal);
            if (owner.kind() == DirectoryObject.Kind.GROUP) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.NOT_A_SERVICE_PRINCIPAL,
                        "'" + owner.name() + "' is a group. Keys are of users and service principals."));
            }
            long alike = store.list(transaction, principal).stream()
                    .filter(other -> other.ends().isAfter(now))
                    .count();
            if (alike >= MOST) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.TOO_MANY_CREDENTIALS,
                        "'" + owner.name() + "' has " + alike + " access keys. Remove one first."));
            }
            store.put(transaction, principal, key, generation);
            record(transaction, caller, "CreateAccessKey", principal, key);
            return key;
        });
        return new Minted(key, KeyMaterial.secret(roots.find(generation).orElseThrow(), id));
    }

    /// Those of a principal.
    public List<Listed> list(UUID principal) {
        return database.read(transaction -> {
            Directory.require(transaction, principal);
            return store.list(transaction, principal);
        });
    }

    /// Removes a key; false if there is none of that id. Sessions that were begun by it end.
    public boolean remove(Caller caller, UUID principal, String id) {
        return changes.change(transaction -> {
            Directory.require(transaction, principal);
            Optional<Listed> present = store.list(transaction, principal).stream()
                    .filter(key -> key.id().equals(id))
                    .findFirst();
            present.ifPresent(key -> {
                store.delete(transaction, principal, id);
                record(transaction, caller, "DeleteAccessKey", principal, key);
            });
            return present.isPresent();
        });
    }

    private void record(Transaction transaction, Caller caller, String deed, UUID principal, Listed key) {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("accessKeyId", key.id())
                .put("ends", key.ends().toString());
        record(transaction, caller, deed, principal, key.subscription(), parameters);
    }

    private void record(
            Transaction transaction,
            Caller caller,
            String deed,
            UUID principal,
            String subscription,
            ObjectNode parameters) {
        byte[] json = JsonMapper.shared().writeValueAsBytes(parameters);
        String id = "/fairlead/principals/" + principal;
        audit.append(
                transaction, clock.instant(), caller, AuditTrail.Deed.managing(deed, subscription, "", id, TYPE, json));
    }

    // -- sessions -----------------------------------------------------------------------------------------------------

    /// Begins a session, which is recorded, and of which nothing else is stored.
    ///
    /// @param caller who begins it
    /// @param deed `AssumeRole` for example
    public Temporary begin(Caller caller, String deed, Session session, ObjectNode parameters) {
        String id = KeyMaterial.id(KeyMaterial.TEMPORARY, random.get());
        long generation = roots.newest();
        String token = tokens.seal(id, generation, session);
        parameters.put("accessKeyId", id).put("ends", session.ends().toString());
        database.write(transaction -> {
            record(transaction, caller, deed, session.principal().id(), session.subscription(), parameters);
            return id;
        });
        return new Temporary(id, KeyMaterial.secret(roots.find(generation).orElseThrow(), id), token, session);
    }

    // -- copies of keys -----------------------------------------------------------------------------------------------

    /// Makes from what secrets are derived, if it was not made yet: before it is copied to cells that can't make it.
    public void prepare() {
        roots.newest();
    }

    /// Takes what a newer copy has from now on.
    public void forget() {
        roots.forget();
        secrets.clear();
        sessions.clear();
    }

    /// To what the root of a generation is bound where it is sealed.
    public static String owner(long generation) {
        return KeyRoots.owner(generation);
    }

    // -- what requests name -------------------------------------------------------------------------------------------

    /// The key of that id.
    ///
    /// @param token what came with it; empty for one that lasts
    public Found find(String id, String token) {
        return id.startsWith(KeyMaterial.TEMPORARY) ? temporary(id, token) : lasting(id, token);
    }

    private Found lasting(String id, String token) {
        Optional<AccessKey> found = rules.get().accessKey(id);
        if (found.isEmpty() || !token.isEmpty()) {
            return UNKNOWN;
        }
        AccessKey key = found.get();
        Subject subject = subject(key.owner().id(), Long.MAX_VALUE, id);
        if (!clock.instant().isBefore(key.ends()) || !rules.get().isInGoodStanding(subject)) {
            return UNKNOWN;
        }
        String secret = secrets.get(key);
        if (secret == null) {
            Optional<byte[]> root = roots.find(key.generation());
            if (root.isEmpty()) {
                return UNKNOWN;
            }
            secret = KeyMaterial.secret(root.get(), id);
            forgetIfMany(secrets);
            secrets.put(key, secret);
        }
        Holder holder = new Holder(key.owner(), subject, Holder.Kind.MINTED);
        return new Found.Key(id, secret, holder, key.subscription());
    }

    private static Subject subject(UUID principal, long issued, String key) {
        return new Subject(principal, Set.of(), true, issued, key);
    }

    private Found temporary(String id, String token) {
        Known known = sessions.get(token);
        if (known == null || !known.key.id().equals(id)) {
            Optional<SessionTokens.Opened> opened = tokens.open(id, token);
            if (opened.isEmpty()) {
                return UNKNOWN;
            }
            known = opened(id, opened.get());
            forgetIfMany(sessions);
            sessions.put(token, known);
        }
        if (!clock.instant().isBefore(known.session.ends())) {
            return EXPIRED;
        }
        boolean standing = rules.get().isInGoodStanding(known.key.holder().subject())
                && known.session.sources().stream().allMatch(rules.get()::isInGoodStanding);
        return standing ? known.key : UNKNOWN;
    }

    private Known opened(String id, SessionTokens.Opened opened) {
        Session session = opened.session();
        // The key by which it was begun is looked at in the transaction of each change, too.
        String credential =
                session.sources().stream().findFirst().map(Subject::credential).orElse("");
        Subject subject = subject(session.principal().id(), session.issued().getEpochSecond(), credential);
        Holder.Kind kind = session.role().isPresent() ? Holder.Kind.ROLE : Holder.Kind.SESSION;
        Holder holder =
                new Holder(session.principal(), subject, kind, session.role().orElse(""), session.sources());
        byte[] root = roots.find(opened.generation()).orElseThrow();
        return new Known(new Found.Key(id, KeyMaterial.secret(root, id), holder, session.subscription()), session);
    }

    /// Notes that a request was signed by it.
    public void used(String id) {
        uses.note(id);
    }

    private static void forgetIfMany(Map<?, ?> remembered) {
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.clear();
        }
    }
}
