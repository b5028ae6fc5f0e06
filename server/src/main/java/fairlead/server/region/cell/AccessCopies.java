package fairlead.server.region.cell;

import fairlead.server.access.AccessCopy;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.token.AuthorityKeys;
import fairlead.server.access.policy.CurrentPolicies;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.limit.quota.Quota;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The access data of all cells: who there is, what they sign in with, who may do what, guardrails and quotas. The home
/// of subscriptions has the original; each other cell has a copy, which fronts bring.
///
/// How old a copy is a cell measures itself, by its own clock: it gives out a stamp, a front then asks the home, and
/// what it brings with the stamp is no older than that. So it does not matter how long a front takes, or what time it
/// is elsewhere.
public final class AccessCopies {

    private static final List<String> VERSIONS = List.of(
            "SELECT n FROM access_version WHERE id = 1",
            "SELECT n FROM policy_version WHERE id = 1",
            "SELECT n FROM quota_version WHERE id = 1");

    private final Database database;
    private final AccessCopy copy;
    private final RuleChanges rules;
    private final CurrentPolicies policies;
    private final Quotas quotas;
    private final AuthorityKeys signing;
    private final AccessKeys keys;
    private final Vault vault;
    private final String process;
    private String held = "";

    /// @param process tells this process from all others
    public AccessCopies(
            Decided decided, Quotas quotas, AuthorityKeys signing, AccessKeys keys, Vault vault, UUID process) {
        database = decided.database();
        copy = decided.copy();
        rules = decided.rules();
        policies = decided.policies();
        this.quotas = quotas;
        this.signing = signing;
        this.keys = keys;
        this.vault = vault;
        this.process = process.toString();
    }

    /// What decides who may do what, and how it is changed.
    ///
    /// @param copy whether this cell has a copy only
    public record Decided(Database database, AccessCopy copy, RuleChanges rules, CurrentPolicies policies) {}

    // -- the original --------------------------------------------------------------------------------

    /// The version of the original and, if it is not the one that the other cell has, all of it.
    ///
    /// @param known the version that the other cell has
    ObjectNode content(String known) {
        copy.requireOriginal();
        keys.prepare();
        signing.published();
        return database.read(transaction -> {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            String version = version(transaction);
            json.put("version", version);
            if (!version.equals(known)) {
                ObjectNode tables = json.putObject("tables");
                CopiedTable.RULES.forEach(table -> tables.set(table.name(), table.read(transaction)));
                tables.set(CopiedTable.POLICIES.name(), CopiedTable.POLICIES.read(transaction));
                write(json.putArray("quotas"));
            }
            return json;
        });
    }

    /// Another one after each change. The keys of the authority change without being counted, and so does by
    /// which key they are sealed. A database that was restored may count again what it has counted before, so
    /// that the process counts as well.
    private String version(Transaction transaction) {
        StringBuilder text = new StringBuilder(process);
        for (String sql : VERSIONS) {
            text.append(' ').append(transaction.one(sql, Row::number).orElseThrow());
        }
        text.append(CopiedTable.AUTHORITY_KEYS.read(transaction)).append(CopiedTable.KEY_ROOTS.read(transaction));
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private void write(ArrayNode array) {
        for (Quota quota : quotas.all()) {
            array.addObject()
                    .put("subscription", quota.subscription())
                    .put("type", quota.typeName())
                    .put("location", quota.location())
                    .put("eachPrincipal", quota.eachPrincipal())
                    .put("limit", quota.most());
        }
    }

    // -- copies --------------------------------------------------------------------------------------

    /// What is to be asked of the home: a stamp, and the version that is here.
    synchronized ObjectNode held() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("copy", copy.isCopy())
                .put("stamp", process + "/" + copy.now())
                .put("version", held);
    }

    /// Takes what the home has answered.
    ///
    /// @param stamp what [#held()] has given before the home was asked
    synchronized ObjectNode take(String stamp, JsonNode content) {
        if (!copy.isCopy()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST, "This cell has the original of the access data, and takes no copy."));
        }
        long moment = moment(stamp);
        String version = content.path("version").asString("");
        if (!version.equals(held)) {
            if (!content.has("tables")) {
                return held();
            }
            JsonNode tables = content.path("tables");
            requireOpens(tables);
            held = "";
            replace(tables, content.path("quotas"));
            held = version;
        }
        copy.confirm(moment);
        return held();
    }

    private long moment(String stamp) {
        String own = process + "/";
        String number = stamp.startsWith(own) ? stamp.substring(own.length()) : "";
        if (number.matches("-?\\d{1,19}")) {
            return Long.parseLong(number);
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The stamp is not one that this process has given: the cell was started again.",
                "stamp"));
    }

    /// Before anything is changed: what can't be opened here would shut all callers out.
    private void requireOpens(JsonNode tables) {
        try {
            for (JsonNode row : tables.path(CopiedTable.AUTHORITY_KEYS.name())) {
                open(row, AuthorityKeys.owner(row.path(0).stringValue()));
            }
            for (JsonNode row : tables.path(CopiedTable.KEY_ROOTS.name())) {
                open(row, AccessKeys.owner(row.path(0).longValue()));
            }
        } catch (IllegalStateException foreign) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.ACCESS_DATA_SEALED_OTHERWISE,
                    "The access data are sealed with a key that this cell has not: give all cells the sealing key of"
                            + " the first one, by --key-file for example."));
        }
    }

    private void open(JsonNode row, String owner) {
        byte[] opened = vault.open(Base64.getDecoder().decode(row.path(2).stringValue()), owner);
        if (opened.length == 0) {
            throw new IllegalStateException(owner + " is empty");
        }
    }

    private void replace(JsonNode tables, JsonNode limits) {
        rules.copied(transaction -> {
            CopiedTable.RULES.forEach(table -> table.replace(transaction, tables.path(table.name())));
            return tables;
        });
        keys.forget();
        signing.forget();
        policies.copied(transaction -> {
            CopiedTable.POLICIES.replace(transaction, tables.path(CopiedTable.POLICIES.name()));
            return tables;
        });
        List<Quota> all = new ArrayList<>();
        limits.forEach(one -> all.add(new Quota(
                one.path("subscription").stringValue(),
                one.path("type").stringValue(),
                one.path("location").stringValue(),
                one.path("eachPrincipal").booleanValue(),
                one.path("limit").longValue())));
        quotas.copy(all);
    }
}
