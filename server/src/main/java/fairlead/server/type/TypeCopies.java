package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeStore.Sealed;
import fairlead.server.type.archive.ContractReport;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Registered types as they go from one cell to another that has none of them: each version whole, under the number
/// that it has.
///
/// A front carries the copies and does not look into them. What is there already stays as it is, so each step may be
/// made twice. Configurations go sealed: a cell takes those that its own key opens.
public final class TypeCopies {

    private static final int MOST_RACES = 20;

    private final TypeStore store = new TypeStore();
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final AuditTrail audit;
    private final Clock clock;

    public TypeCopies(Database database, Types types, Vault vault, AuditTrail audit, Clock clock) {
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.audit = audit;
        this.clock = clock;
    }

    /// Every registered version: `{"value": [{"name", "version", "digest"}]}`, those of one type one after the other.
    public ObjectNode list() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        database.read(store::listVersions)
                .forEach(entry -> value.addObject()
                        .put("name", entry.name().toString())
                        .put("version", entry.version())
                        .put("digest", entry.digest()));
        return json;
    }

    /// A version with all that it is made of, and what belongs to the type as a whole: its default version, the account
    /// that it belongs to, its configurations. A problem if there is none.
    public byte[] version(TypeName name, int version) {
        return database.read(transaction -> TypeCopyStore.find(transaction, name, version)
                        .map(copy -> {
                            copy.about().set("type", whole(transaction, name));
                            return copy.encode();
                        }))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.TYPE_VERSION_NOT_FOUND, name + " has no version %08d.".formatted(version))));
    }

    private ObjectNode whole(Transaction transaction, TypeName name) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        TypeCopyStore.findDefault(transaction, name).ifPresent(number -> json.put("defaultVersion", number));
        store.findOwner(transaction, name).ifPresent(owner -> json.put("owner", owner));
        ArrayNode configurations = json.putArray("configurations");
        configurations(transaction, name)
                .forEach(stored -> configurations
                        .addObject()
                        .put("account", stored.owner().account())
                        .put("sealed", Base64.getEncoder().encodeToString(stored.bytes()))
                        .put("alias", stored.alias())
                        .put("setAt", stored.setAt().toEpochMilli()));
        return json;
    }

    /// Takes a version over, unless it is there. The accounts whose configurations are sealed with another key, so that
    /// they have to be set again; the operator is the account without a name.
    ///
    /// @param bytes as [#version] gives them
    public List<String> take(Caller caller, byte[] bytes) {
        TypeCopy copy = TypeCopy.decode(bytes);
        List<String> foreign = new ArrayList<>();
        change(transaction -> {
            foreign.clear();
            if (TypeCopyStore.insert(transaction, copy)) {
                copy.report()
                        .map(ContractReport::parse)
                        .ifPresent(report -> store.putReport(transaction, copy.name(), copy.version(), report));
                takeWhole(transaction, copy, foreign);
                record(transaction, caller, copy);
            }
        });
        return foreign;
    }

    private void takeWhole(Transaction transaction, TypeCopy copy, List<String> foreign) {
        TypeName name = copy.name();
        JsonNode whole = copy.about().path("type");
        int version = whole.path("defaultVersion").asInt(0);
        if (store.listVersions(transaction).stream()
                .anyMatch(entry -> entry.name().equals(name) && entry.version() == version)) {
            store.setDefault(transaction, name, version);
        }
        Optional.ofNullable(whole.path("owner").asString(null))
                .ifPresent(owner -> store.claim(transaction, name, owner));
        List<ConfigurationOwner> present =
                configurations(transaction, name).stream().map(Sealed::owner).toList();
        for (JsonNode one : whole.path("configurations")) {
            Sealed stored = sealed(name, one);
            if (!opens(stored)) {
                foreign.add(stored.owner().account());
            } else if (!present.contains(stored.owner())) {
                store.putConfiguration(transaction, stored);
            }
        }
    }

    private void record(Transaction transaction, Caller caller, TypeCopy copy) {
        byte[] details = JsonNodeFactory.instance
                .objectNode()
                .put("version", copy.version())
                .put("digest", copy.digest())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.onType("CopyType", copy.name().toString(), details));
    }

    private static Sealed sealed(TypeName name, JsonNode stored) {
        return new Sealed(
                new ConfigurationOwner(name, stored.path("account").asString("")),
                Base64.getDecoder().decode(stored.path("sealed").asString("")),
                stored.path("alias").asString(""),
                Instant.ofEpochMilli(stored.path("setAt").asLong(0)));
    }

    private boolean opens(Sealed stored) {
        try {
            vault.open(stored.bytes(), stored.owner().toString());
            return true;
        } catch (RuntimeException anotherKey) {
            return false;
        }
    }

    private List<Sealed> configurations(Transaction transaction, TypeName name) {
        return store.listConfigurations(transaction).stream()
                .filter(stored -> stored.owner().type().equals(name))
                .toList();
    }

    /// Writes on the types as they are, if nothing else changes them meanwhile; else again.
    private void change(Consumer<Transaction> write) {
        for (int i = 0; i < MOST_RACES; i++) {
            types.refresh();
            long generation = types.catalog().generation();
            boolean held = database.write(transaction -> {
                boolean first = store.advance(transaction, generation);
                if (first) {
                    write.accept(transaction);
                }
                return first;
            });
            if (held) {
                types.refresh();
                return;
            }
        }
        throw new ProblemException(new Problem.Unavailable());
    }

    static ProblemException notTaken(String why) {
        return new ProblemException(new Problem.Conflict(ProblemCode.TYPE_VERSION_EXISTS, why));
    }
}
