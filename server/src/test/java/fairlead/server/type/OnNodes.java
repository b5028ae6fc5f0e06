package fairlead.server.type;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Progress;
import fairlead.handler.ResourceType;
import fairlead.handler.testing.SettableClock;
import fairlead.lambda.Providers;
import fairlead.lambda.Settings;
import fairlead.schema.TypeName;
import fairlead.schema.reference.Lookup;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import fairlead.server.type.Registrations.Registered;
import fairlead.server.type.Registrations.Terms;
import fairlead.server.type.archive.IsolatedHandler;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Nodes as far as types are concerned, with a clock that the test moves.
abstract class OnNodes {

    static final TypeName BOOKMARK = TypeName.parse("Example::Web::Bookmark");
    static final TypeName SHIPPED = TypeName.parse("Fairlead::Lab::Thing");
    static final Caller DEVELOPER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");
    static final String KEYSET = Vault.newKeyset();

    final SettableClock clock = SettableClock.atNoon();
    final List<AutoCloseable> opened = new ArrayList<>();

    @TempDir
    Path folder;

    /// Where documents are that are no types; a test may put some there before it registers.
    final Map<String, JsonNode> hosted = new HashMap<>();

    Node node;

    /// Another connection to the same database.
    abstract Database connect();

    /// A process as far as types are concerned.
    static final class Node {
        final Database database;
        final Types types;
        final Registrations registrations;

        Node(Database database, Types types, Registrations registrations) {
            this.database = database;
            this.types = types;
            this.registrations = registrations;
        }

        Registered register(byte[] archive) {
            return registrations.register(DEVELOPER, archive, Terms.of(RegistrationGate.Tests.SKIPPED));
        }

        RegisteredType bookmark() {
            return types.find(BOOKMARK).orElseThrow();
        }
    }

    Node node(Database database, String name) {
        Vault vault = new Vault(() -> KEYSET);
        Providers providers = new Providers(
                folder.resolve(name + "-providers"), Settings.standard().granting(folder.resolve("bookmarks")), clock);
        opened.addFirst(providers);
        Types types = new Types(database, vault, clock, folder.resolve(name), providers, Set.of());
        types.ship(List.of(shipped()));
        return new Node(
                database,
                types,
                new Registrations(
                        database, types, new AuditTrail(), vault, clock, RegistrationGate.SKIPPABLE, this::hosted));
    }

    private Lookup hosted(URI uri) {
        JsonNode document = hosted.get(uri.toString());
        return document == null
                ? new Lookup.Missing(List.of("nothing is hosted at " + uri))
                : new Lookup.Found(document);
    }

    static ResourceType shipped() {
        ObjectNode schema =
                (ObjectNode) JsonMapper.shared().readTree(Archives.bookmark().get("schema.json"));
        schema.put("typeName", SHIPPED.toString());
        return new ResourceType(
                schema,
                json("{'apiVersion': '2026-11-01'}"),
                () -> IsolatedHandler.of(Set.of(), () -> {
                    throw new IllegalStateException("never called");
                }));
    }

    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @BeforeEach
    void open() {
        Database database = opening(connect());
        Migrations.apply(database, clock);
        node = node(database, "cache");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    Context context() {
        return Context.builder(BOOKMARK.toString(), "token", clock.instant().plusSeconds(60), clock)
                .in("account", "local")
                .name("bookmark")
                .configuration(json("{'Folder': '" + folder.resolve("bookmarks") + "'}"))
                .build();
    }

    Progress create(TypeVersion version, String name) {
        ObjectNode desired = json("{'Name': '" + name + "', 'Url': 'https://example.org'}");
        return version.handler().create(Create.of(desired), context());
    }

    static Problem problem(Runnable request) {
        try {
            request.run();
        } catch (ProblemException refused) {
            return refused.problem();
        }
        throw new AssertionError("the request was not refused");
    }

    void insertResource(Database database, int version) {
        String sql = """
            INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, state, version,
              tags, desired, properties, created_by, created_by_type, created_at, changed_by, changed_by_type, changed_at)
            VALUES ('u', 'k', '/the/resource', 's', ?, ?, 'local', 'SUCCEEDED', 1, ?, ?, ?, 'x', 'User', 0, 'x', 'User', 0)
            """;
        byte[] empty = {'{', '}'};
        database.write(transaction -> transaction.update(sql, BOOKMARK.toString(), version, empty, empty, empty));
    }

    List<String> deeds() {
        return node.database.read(transaction -> transaction.query(
                "SELECT record FROM audit ORDER BY seq",
                row -> JsonMapper.shared()
                        .readTree(row.bytes())
                        .path("eventName")
                        .stringValue()));
    }

    /// A second process's connection, where the database allows more than one.
    Database another() {
        return node.database;
    }

    /// To be closed after the test.
    Database opening(Database database) {
        opened.add(database);
        return database;
    }
}
