package fairlead.server.signature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The accounts and access keys of a credential file:
///
///     {"accounts": [{"account": "111122223333", "name": "Payments",
///                    "subscription": "0b1f6471-1bf0-4dda-aec3-111122223333", "resourceGroup": "default",
///                    "keys": [{"accessKeyId": "AKIDEXAMPLE", "secretAccessKey": "...", "user": "alice"}]}]}
///
/// An account needs its number, a key its id and its secret.
public final class Credentials {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final List<String> ACCOUNT_MEMBERS =
            List.of("account", "name", "subscription", "resourceGroup", "keys");
    private static final List<String> KEY_MEMBERS = List.of("accessKeyId", "secretAccessKey", "sessionToken", "user");

    private final List<Account> accounts;
    private final Map<String, Key> keys;

    private Credentials(List<Account> accounts, Map<String, Key> keys) {
        this.accounts = List.copyOf(accounts);
        this.keys = Map.copyOf(keys);
    }

    /// The users that have keys.
    public List<Key> keys() {
        return List.copyOf(keys.values());
    }

    /// No account, and no key.
    public static Credentials none() {
        return new Credentials(List.of(), Map.of());
    }

    /// Those in the file. Throws [UncheckedIOException] with one line that says what is wrong with it.
    public static Credentials read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IllegalArgumentException wrong) {
            throw new UncheckedIOException(
                    "the credential file " + file + ": " + wrong.getMessage(), new IOException(wrong));
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the credential file " + file, failure);
        }
    }

    /// Those in the text. Throws [IllegalArgumentException] with what is wrong, without any secret.
    public static Credentials parse(String json) {
        List<Account> accounts = new ArrayList<>();
        Map<String, Key> keys = new HashMap<>();
        for (JsonNode entry : array(document(json), "accounts")) {
            requireKnown(entry, ACCOUNT_MEMBERS);
            Account account = account(entry);
            requireNew(account, accounts);
            accounts.add(account);
            for (JsonNode key : array(entry, "keys")) {
                requireKnown(key, KEY_MEMBERS);
                add(key(key, account), keys);
            }
        }
        return new Credentials(accounts, keys);
    }

    private static JsonNode document(String json) {
        try {
            return STRICT.readTree(json);
        } catch (JacksonException wrong) {
            // The parser's own message may quote a secret.
            throw new IllegalArgumentException(
                    "not valid JSON at line " + wrong.getLocation().getLineNr(), wrong);
        }
    }

    private static Account account(JsonNode entry) {
        String number = text(entry, "account").orElseThrow(() -> missing("account"));
        return new Account(
                number,
                text(entry, "subscription")
                        .orElseGet(() -> Account.subscriptionOf(number))
                        .toLowerCase(Locale.ROOT),
                text(entry, "resourceGroup").orElse(Account.DEFAULT_GROUP),
                text(entry, "name").orElse(number));
    }

    private static void requireNew(Account account, List<Account> before) {
        for (Account other : before) {
            if (other.number().equals(account.number())) {
                throw new IllegalArgumentException("the account " + account.number() + " stands there twice");
            }
            if (other.subscription().equals(account.subscription())) {
                throw new IllegalArgumentException(
                        "the accounts " + other.number() + " and " + account.number() + " have the same subscription");
            }
        }
    }

    private static Key key(JsonNode entry, Account account) {
        String id = text(entry, "accessKeyId").orElseThrow(() -> missing("accessKeyId"));
        return Key.ofFile(
                id,
                text(entry, "secretAccessKey").orElseThrow(() -> missing("secretAccessKey")),
                text(entry, "sessionToken"),
                text(entry, "user").orElse(id),
                account);
    }

    private static void add(Key key, Map<String, Key> keys) {
        if (keys.put(key.id(), key) != null) {
            throw new IllegalArgumentException("the key " + key.id() + " stands there twice");
        }
    }

    private static Iterable<JsonNode> array(JsonNode parent, String name) {
        JsonNode array = parent.path(name);
        if (!array.isArray()) {
            throw new IllegalArgumentException("expected an array as '" + name + "'");
        }
        return array;
    }

    private static void requireKnown(JsonNode entry, List<String> members) {
        if (!entry.isObject()) {
            throw new IllegalArgumentException("expected an object with " + String.join(", ", members));
        }
        for (String name : entry.propertyNames()) {
            if (!members.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown member '" + name + "'; expected one of " + String.join(", ", members));
            }
        }
    }

    private static Optional<String> text(JsonNode entry, String name) {
        JsonNode value = entry.path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isString() || value.stringValue().isBlank()) {
            throw new IllegalArgumentException("expected text as '" + name + "'");
        }
        return Optional.of(value.stringValue());
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("'" + name + "' is missing");
    }

    /// All accounts, in the order of the file.
    public List<Account> accounts() {
        return accounts;
    }

    Optional<Key> find(String id) {
        return Optional.ofNullable(keys.get(id));
    }
}
