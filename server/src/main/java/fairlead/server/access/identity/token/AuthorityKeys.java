package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import fairlead.server.access.AccessCopy;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// The keys by which this control plane signs tokens: two at all times, the one that signs and the one that
/// will. They are in the database, sealed, so that all nodes have the same.
public final class AuthorityKeys {

    private static final Duration SIGNS = Duration.ofDays(30);
    private static final Duration LOOKED_AT = Duration.ofMinutes(5);
    private static final String INSERT = "INSERT INTO authority_key (id, created_at, sealed) VALUES (?, ?, ?)";
    private static final String LIST = "SELECT id, created_at, sealed FROM authority_key ORDER BY created_at, id";
    private static final String DELETE = "DELETE FROM authority_key WHERE id = ?";

    private final Database database;
    private final Vault vault;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final AccessCopy copy;
    private volatile Kept kept = new Kept(List.of(), Instant.EPOCH);

    public AuthorityKeys(Database database, Vault vault, Clock clock, Supplier<UUID> ids) {
        this(database, vault, clock, ids, AccessCopy.original());
    }

    /// @param copy whether this server has a copy of them only, and makes none
    public AuthorityKeys(Database database, Vault vault, Clock clock, Supplier<UUID> ids, AccessCopy copy) {
        this.copy = copy;
        this.database = database;
        this.vault = vault;
        this.clock = clock;
        this.ids = ids;
    }

    private record Entry(String id, Instant since, byte[] sealed) {}

    private record Dated(ECKey key, Instant since) {}

    private record Kept(List<Dated> keys, Instant lookedAt) {}

    /// The one that signs now: the newest that callers have had time to learn of, else the oldest.
    ECKey signing() {
        List<Dated> keys = keys();
        Instant known = clock.instant().minus(SIGNS);
        return keys.stream()
                .filter(dated -> !dated.since.isAfter(known))
                .reduce((_, newer) -> newer)
                .orElse(keys.getFirst())
                .key;
    }

    /// All public keys, by which tokens are verified.
    public JWKSet published() {
        return new JWKSet(
                keys().stream().<JWK>map(dated -> dated.key.toPublicJWK()).toList());
    }

    /// The keys as the database has them, looked at again now and then: another node may have made one.
    private List<Dated> keys() {
        Kept known = kept;
        Instant now = clock.instant();
        if (!known.keys.isEmpty() && now.isBefore(known.lookedAt.plus(LOOKED_AT))) {
            return known.keys;
        }
        return look(now);
    }

    /// Looks at the database again when they are needed next.
    public void forget() {
        kept = new Kept(List.of(), Instant.EPOCH);
    }

    private synchronized List<Dated> look(Instant now) {
        List<Dated> found = database.read(transaction -> transaction.query(LIST, AuthorityKeys::entry)).stream()
                .map(this::opened)
                .toList();
        boolean due = found.size() < 2 || found.getLast().since.isBefore(now.minus(SIGNS));
        if (due && !copy.isCopy()) {
            database.write(transaction -> {
                List<Entry> present = transaction.query(LIST, AuthorityKeys::entry);
                for (int i = present.size(); i < 2; i++) {
                    insert(transaction, now.minus(i == 0 ? SIGNS : Duration.ZERO));
                }
                if (present.size() >= 2 && present.getLast().since().isBefore(now.minus(SIGNS))) {
                    insert(transaction, now);
                    if (present.size() > 2) {
                        transaction.update(DELETE, present.getFirst().id());
                    }
                }
                return present;
            });
            found = database.read(transaction -> transaction.query(LIST, AuthorityKeys::entry)).stream()
                    .map(this::opened)
                    .toList();
        }
        kept = new Kept(found, now);
        return found;
    }

    private void insert(fairlead.server.database.Transaction transaction, Instant since) {
        String id = ids.get().toString();
        try {
            ECKey key = new ECKeyGenerator(Curve.P_256)
                    .keyID(id)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .generate();
            byte[] sealed = vault.seal(key.toJSONString().getBytes(StandardCharsets.UTF_8), owner(id));
            transaction.update(INSERT, id, since, sealed);
        } catch (JOSEException failure) {
            throw new IllegalStateException("can't make a signing key", failure);
        }
    }

    private static Entry entry(Row row) throws java.sql.SQLException {
        return new Entry(row.text(), row.time(), row.bytes());
    }

    private Dated opened(Entry entry) {
        try {
            String json = new String(vault.open(entry.sealed(), owner(entry.id())), StandardCharsets.UTF_8);
            return new Dated(ECKey.parse(json), entry.since());
        } catch (ParseException damaged) {
            throw new IllegalStateException("the signing key " + entry.id() + " is damaged", damaged);
        }
    }

    /// To what each is bound where it is sealed.
    public static String owner(String id) {
        return "authority-key/" + id;
    }
}
