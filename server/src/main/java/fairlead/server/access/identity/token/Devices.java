package fairlead.server.access.identity.token;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Devices that have no browser, and act for the person who approves them: "RFC 8628". What they get are a token for an
/// hour
/// and
/// one that renews it, which is good once; the whole ends after half a day. A token that comes a second time was
/// stolen,
/// from one or the other: it ends the session.
public final class Devices {

    /// Who may ask: the Azure CLI and ours.
    private static final Set<String> CLIENTS = Set.of("04b07795-8ddb-461a-bbee-02f9e1bf7b46", "fairlead");

    /// How long an approver has.
    static final Duration PATIENCE = Duration.ofMinutes(15);

    /// How often a device may ask.
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Duration LONGEST = Duration.ofHours(12);
    private static final Logger LOG = LoggerFactory.getLogger(Devices.class);
    private static final String TYPE = "Fairlead.Identity/devices";
    private static final String LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
    private static final String REFRESH = "flr_";
    private static final int MOST_WAITING = 1_000;

    private static final String ASK = """
        INSERT INTO device_request (id, user_code, document, polled_at, ends) VALUES (?, ?, ?, 0, ?)
        """;
    private static final String FORGET_REQUESTS = "DELETE FROM device_request WHERE ends < ?";
    private static final String COUNT = "SELECT count(*) FROM device_request";
    private static final String OF_CODE =
            "SELECT id, approver, document, polled_at, ends FROM device_request WHERE user_code = ?";
    private static final String OF_DEVICE =
            "SELECT id, approver, document, polled_at, ends FROM device_request WHERE id = ?";
    private static final String APPROVE =
            "UPDATE device_request SET approver = ?, document = ? WHERE user_code = ? AND approver IS NULL";
    private static final String POLL = "UPDATE device_request SET polled_at = ? WHERE id = ?";
    private static final String TAKE = "DELETE FROM device_request WHERE id = ?";
    private static final String BEGIN =
            "INSERT INTO refresh_family (id, principal, latest, document, ends) VALUES (?, ?, ?, ?, ?)";
    private static final String FORGET_FAMILIES = "DELETE FROM refresh_family WHERE ends < ?";
    private static final String FAMILY = "SELECT id, latest, document, ends FROM refresh_family WHERE id = ?";
    private static final String ROTATE = "UPDATE refresh_family SET latest = ? WHERE id = ? AND latest = ?";
    private static final String END = "DELETE FROM refresh_family WHERE id = ?";

    private final Database database;
    private final CurrentRules rules;
    private final RuleChanges changes;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Supplier<byte[]> random;

    /// @param random makes 32 random bytes
    public Devices(
            Database database,
            CurrentRules rules,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids,
            Supplier<byte[]> random) {
        this.database = database;
        this.rules = rules;
        changes = new RuleChanges(database, rules);
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    /// What a device is told that asks.
    record Asked(String deviceCode, String userCode) {}

    /// What an approver is shown.
    ///
    /// @param address from where the device has asked
    public record Shown(String userCode, String client, String address, Instant askedAt, Instant ends) {}

    /// What a device gets.
    sealed interface Outcome {

        /// @param refresh renews the token, once
        record Granted(DeviceSession session, String refresh) implements Outcome {}

        /// @param error as "RFC 8628" and "RFC 6749" call it
        record Refused(String error, String description) implements Outcome {}
    }

    private record Asking(String id, Optional<String> approver, JsonNode document, Instant polledAt, Instant ends) {}

    private record Family(String id, String latest, JsonNode document, Instant ends) {}

    // -- a device asks ------------------------------------------------------------------------------------------------

    /// Notes that a device wants to act for a person who is still to be found; empty for a client that may not.
    Optional<Asked> ask(String client, String address) {
        if (!CLIENTS.contains(client)) {
            return Optional.empty();
        }
        String device = text();
        String user = userCode();
        Instant now = clock.instant();
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("client", client).put("address", address).put("at", now.toEpochMilli());
        boolean kept = database.write(transaction -> {
            transaction.update(FORGET_REQUESTS, now);
            if (transaction.one(COUNT, Row::number).orElse(0L) >= MOST_WAITING) {
                return false;
            }
            byte[] json = JsonMapper.shared().writeValueAsBytes(document);
            transaction.update(ASK, CertificateAssertions.sha256(device), user, json, now.plus(PATIENCE));
            return true;
        });
        if (!kept) {
            throw new ProblemException(new Problem.TooManyRequests("devices that wait", PATIENCE));
        }
        return Optional.of(new Asked(device, user));
    }

    private String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random.get());
    }

    /// Eight consonants, so that they make no word: what a person has to type.
    private String userCode() {
        byte[] bytes = random.get();
        StringBuilder code = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            int number = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
            code.append(LETTERS.charAt(number % LETTERS.length()));
            code.append(i == 3 ? "-" : "");
        }
        return code.toString();
    }

    // -- a person approves --------------------------------------------------------------------------------------------

    /// What waits for approval under a code.
    public Shown show(String code) {
        Asking asking = waiting(database.read(transaction -> transaction.one(OF_CODE, Devices::asking, normal(code))));
        JsonNode document = asking.document;
        return new Shown(
                normal(code),
                document.path("client").asString(""),
                document.path("address").asString(""),
                Instant.ofEpochMilli(document.path("at").asLong(0)),
                asking.ends);
    }

    private Asking waiting(Optional<Asking> found) {
        return found.filter(asking -> asking.approver.isEmpty())
                .filter(asking -> clock.instant().isBefore(asking.ends))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.DEVICE_CODE_NOT_FOUND,
                        "No device waits for approval under that code. Codes are good for a quarter of an hour.")));
    }

    /// Lets the device act for the caller, or tells it that it may not.
    public Shown decide(Caller caller, String code, boolean approved) {
        if (caller.subject().credential().startsWith(DeviceSession.PREFIX)) {
            throw new ProblemException(new Problem.Forbidden(
                    "A device that was approved itself approves no other one. Sign in with your own token."));
        }
        Shown shown = show(code);
        return database.write(transaction -> {
            Asking asking = waiting(transaction.one(OF_CODE, Devices::asking, normal(code)));
            ObjectNode document = (ObjectNode) asking.document;
            document.put("approved", approved);
            Principal principal = caller.principal();
            document.put("principal", principal.id().toString());
            document.put("name", principal.name()).put("type", principal.type());
            ArrayNode groups = document.putArray("groups");
            caller.subject().groups().forEach(group -> groups.add(group.toString()));
            document.put("groupsKnown", caller.subject().groupsKnown());
            byte[] json = JsonMapper.shared().writeValueAsBytes(document);
            transaction.update(APPROVE, principal.id().toString(), json, normal(code));
            record(transaction, caller, approved ? "ApproveDevice" : "DenyDevice", shown.client());
            return shown;
        });
    }

    private static String normal(String code) {
        String letters = code.replaceAll("[^A-Za-z]", "").toUpperCase(Locale.ROOT);
        return letters.length() == 8 ? letters.substring(0, 4) + "-" + letters.substring(4) : letters;
    }

    // -- a device comes back ------------------------------------------------------------------------------------------

    /// What a device gets that asks whether it was approved.
    Outcome poll(String client, String deviceCode) {
        String id = CertificateAssertions.sha256(deviceCode);
        Instant now = clock.instant();
        Optional<Asking> found = database.write(transaction -> {
            Optional<Asking> asking = transaction.one(OF_DEVICE, Devices::asking, id);
            asking.ifPresent(one -> transaction.update(POLL, now, id));
            return asking;
        });
        if (found.isEmpty() || !found.get().document.path("client").asString("").equals(client)) {
            return new Outcome.Refused("invalid_grant", "The device code is not known.");
        }
        Asking asking = found.get();
        if (!now.isBefore(asking.ends)) {
            return new Outcome.Refused("expired_token", "The device was not approved in time.");
        }
        if (asking.approver.isEmpty()) {
            boolean early = now.isBefore(asking.polledAt.plus(INTERVAL).minusSeconds(1));
            return early
                    ? new Outcome.Refused("slow_down", "Ask every " + INTERVAL.toSeconds() + " seconds.")
                    : new Outcome.Refused("authorization_pending", "The device is not approved yet.");
        }
        return begin(asking, now);
    }

    private Outcome begin(Asking asking, Instant now) {
        boolean approved = asking.document.path("approved").asBoolean(false);
        String id = DeviceSession.PREFIX + ids.get();
        String secret = text();
        Instant ends = now.plus(LONGEST);
        boolean taken = changes.change(transaction -> {
            transaction.update(FORGET_FAMILIES, now);
            boolean first = transaction.update(TAKE, asking.id) == 1;
            if (first && approved) {
                byte[] json = JsonMapper.shared().writeValueAsBytes(asking.document);
                String principal = asking.approver.orElseThrow();
                transaction.update(BEGIN, id, principal, CertificateAssertions.sha256(secret), json, ends);
            }
            return first;
        });
        if (!taken || !approved) {
            return new Outcome.Refused("access_denied", "The device was not approved.");
        }
        return new Outcome.Granted(session(id, asking.document, ends), token(id, secret));
    }

    private static String token(String family, String secret) {
        return REFRESH + family.substring(DeviceSession.PREFIX.length()) + "." + secret;
    }

    private static DeviceSession session(String id, JsonNode document, Instant ends) {
        Set<UUID> groups = new HashSet<>();
        document.path("groups").forEach(group -> groups.add(UUID.fromString(group.asString())));
        Principal principal = new Principal(
                document.path("name").asString(""),
                document.path("type").asString("User"),
                UUID.fromString(document.path("principal").asString("")));
        return new DeviceSession(
                id,
                document.path("client").asString(""),
                principal,
                groups,
                document.path("groupsKnown").asBoolean(false),
                ends.minus(LONGEST),
                ends);
    }

    /// Renews the tokens of a session. The token that does it is good once.
    Outcome refresh(String client, String refresh) {
        int dot = refresh.indexOf('.');
        if (!refresh.startsWith(REFRESH) || dot < 0) {
            return new Outcome.Refused("invalid_grant", "The refresh token is not known.");
        }
        String id = DeviceSession.PREFIX + refresh.substring(REFRESH.length(), dot);
        String used = CertificateAssertions.sha256(refresh.substring(dot + 1));
        Optional<Family> found = database.read(transaction -> transaction.one(FAMILY, Devices::family, id))
                .filter(family -> clock.instant().isBefore(family.ends))
                .filter(family -> family.document.path("client").asString("").equals(client));
        if (found.isEmpty()) {
            return new Outcome.Refused("invalid_grant", "The session has ended. Sign in again.");
        }
        DeviceSession session = session(id, found.get().document, found.get().ends);
        if (!rules.get().isInGoodStanding(subject(session))) {
            return new Outcome.Refused("invalid_grant", "The session was revoked. Sign in again.");
        }
        String next = text();
        boolean rotated = database.write(
                transaction -> transaction.update(ROTATE, CertificateAssertions.sha256(next), id, used) == 1);
        if (!rotated) {
            LOG.warn(
                    "a refresh token of {} came a second time: the session ends",
                    session.principal().name());
            end(session);
            return new Outcome.Refused("invalid_grant", "The refresh token was used before. Sign in again.");
        }
        return new Outcome.Granted(session, token(id, next));
    }

    /// For whom it is decided what is allowed.
    private static Subject subject(DeviceSession session) {
        return new Subject(
                session.principal().id(),
                session.groups(),
                session.groupsKnown(),
                session.began().getEpochSecond(),
                session.id());
    }

    private void end(DeviceSession session) {
        Caller caller = new Caller(session.principal(), "refresh", "refresh", Optional.empty(), "");
        changes.change(transaction -> {
            boolean there = transaction.update(END, session.id()) == 1;
            if (there) {
                record(transaction, caller, "EndDeviceSession", session.client());
            }
            return there;
        });
    }

    private void record(Transaction transaction, Caller caller, String deed, String client) {
        byte[] json = JsonMapper.shared()
                .writeValueAsBytes(JsonNodeFactory.instance.objectNode().put("client", client));
        String id = "/fairlead/principals/" + caller.principal().id();
        audit.append(transaction, clock.instant(), caller, AuditTrail.Deed.managing(deed, "", "", id, TYPE, json));
    }

    private static Asking asking(Row row) throws SQLException {
        return new Asking(
                row.text(), row.textIfAny(), JsonMapper.shared().readTree(row.bytes()), row.time(), row.time());
    }

    private static Family family(Row row) throws SQLException {
        return new Family(row.text(), row.text(), JsonMapper.shared().readTree(row.bytes()), row.time());
    }
}
