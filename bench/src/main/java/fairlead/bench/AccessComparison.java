package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Measures what it costs to ask who calls, and whether they may: a server with 50 principals, 200 assignments of roles
/// and
/// 20 rules beside one in development mode, which asks for nothing.
final class AccessComparison {

    private static final int PRINCIPALS = 50;
    private static final int ASSIGNMENTS = 200;
    private static final int RULES = 20;
    private static final int RESOURCES = 1000;
    private static final int OF_LIST = 100;
    private static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
    private static final String GROUP = SUBSCRIPTION + "/resourceGroups/default";
    private static final String ROLES = "/providers/Microsoft.Authorization/roleDefinitions/";
    private static final String CONTRIBUTOR = ROLES + "b24988ac-6180-42a0-ab88-20f7382dd24c";
    private static final String READER = ROLES + "acdd72a7-3385-48ef-bd42-f606fba81ae7";

    private final Path folder;
    private final Comparison comparison;

    AccessComparison(Path folder, Comparison comparison) {
        this.folder = folder;
        this.comparison = comparison;
    }

    /// The report: ratios of the server that asks to the one that does not.
    String report() throws Exception {
        Path asking = Files.createDirectory(folder.resolve("asking"));
        Path open = Files.createDirectory(folder.resolve("open"));
        try (ServerProcess with = new ServerProcess(asking, List.of("--sync-wait", "10s", "--require-sign-in"));
                ServerProcess without = new ServerProcess(open, List.of("--sync-wait", "10s"))) {
            List<String> tokens = furnish(with, asking);
            fill(with, tokens.getFirst());
            fill(without, "");
            return "# Sign-in, roles and rules beside none\n\n" + PRINCIPALS + " principals, " + ASSIGNMENTS
                    + " assignments, " + RULES + " rules. " + comparison.terms() + "\n"
                    + section("PUT", 201, with, without, tokens, (round, number) -> Requests.put(round + number))
                    + section("GET", 200, with, without, tokens, (_, _) -> anyGet())
                    + section("List of " + OF_LIST, 200, with, without, tokens, (_, _) -> Requests.list(OF_LIST, ""));
        }
    }

    private String section(
            String name,
            int status,
            ServerProcess with,
            ServerProcess without,
            List<String> tokens,
            Comparison.Kind kind)
            throws IOException {
        Comparison.Kind signed =
                (round, number) -> Requests.by(tokens.get((int) (number % tokens.size())), kind.request(round, number));
        return comparison.section(
                name, status, new Comparison.Contender(with, signed), new Comparison.Contender(without, kind));
    }

    private static byte[] anyGet() {
        return Requests.get("r" + ThreadLocalRandom.current().nextInt(RESOURCES));
    }

    private static void fill(ServerProcess server, String token) throws IOException {
        try (Exchanger client = new Exchanger(
                server.port(),
                201,
                number -> token.isEmpty()
                        ? Requests.put("r" + number)
                        : Requests.by(token, Requests.put("r" + number)))) {
            for (int i = 0; i < RESOURCES; i++) {
                client.once(i);
            }
        }
    }

    /// Makes principals, and what they may do, and the rules: the tokens of the principals.
    private static List<String> furnish(ServerProcess server, Path data) throws IOException {
        try (Connection connection = new Connection(server.port())) {
            String code = Files.readString(data.resolve("bootstrap")).strip();
            String made = ask(connection, "", "POST", "/fairlead/bootstrap", "{\"code\":\"" + code + "\"}");
            String administrator = token(connection, member(made, "clientId"), member(made, "clientSecret"));
            List<String> tokens = new ArrayList<>();
            for (int i = 0; i < PRINCIPALS; i++) {
                String principal = member(
                        ask(connection, administrator, "POST", "/fairlead/principals", "{\"name\":\"p" + i + "\"}"),
                        "id");
                assign(connection, administrator, principal, CONTRIBUTOR, GROUP);
                for (int j = 1; j < ASSIGNMENTS / PRINCIPALS; j++) {
                    assign(
                            connection,
                            administrator,
                            principal,
                            READER,
                            GROUP + "/providers/Fairlead.Lab/things/t" + j);
                }
                String secret = member(
                        ask(connection, administrator, "POST", "/fairlead/principals/" + principal + "/secrets", "{}"),
                        "secret");
                tokens.add(token(connection, principal, secret));
            }
            for (int i = 0; i < RULES; i++) {
                rule(connection, administrator, "rule" + i);
            }
            return tokens;
        }
    }

    private static void assign(Connection connection, String by, String principal, String role, String scope)
            throws IOException {
        ask(
                connection,
                by,
                "PUT",
                scope + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID()
                        + "?api-version=2022-04-01",
                "{\"properties\":{\"principalId\":\"" + principal + "\",\"roleDefinitionId\":\"" + role + "\"}}");
    }

    /// One that looks at every resource of the type, and refuses none.
    private static void rule(Connection connection, String by, String name) throws IOException {
        String definition = SUBSCRIPTION + "/providers/Microsoft.Authorization/policyDefinitions/" + name;
        ask(connection, by, "PUT", definition + "?api-version=2025-11-01", """
            {"properties": {"mode": "All", "policyRule": {
              "if": {"allOf": [{"field": "type", "equals": "Fairlead.Lab/things"},
                               {"field": "name", "like": "%s-*"}]},
              "then": {"effect": "deny"}}}}
            """.formatted(name));
        ask(
                connection,
                by,
                "PUT",
                GROUP + "/providers/Microsoft.Authorization/policyAssignments/" + name + "?api-version=2025-11-01",
                "{\"properties\":{\"policyDefinitionId\":\"" + definition + "\"}}");
    }

    private static String token(Connection connection, String client, String secret) throws IOException {
        String form = "grant_type=client_credentials&client_id=" + client + "&client_secret=" + secret
                + "&scope=http://127.0.0.1/.default";
        connection.exchange(
                Connection.request("POST", "/adfs/oauth2/token", "application/x-www-form-urlencoded", form));
        return member(connection.body(), "access_token");
    }

    private static String ask(Connection connection, String token, String method, String target, String body)
            throws IOException {
        byte[] request = Connection.request(method, target, body);
        int status = connection.exchange(token.isEmpty() ? request : Requests.by(token, request));
        if (status >= 300) {
            throw new IOException(
                    String.format(Locale.ROOT, "%s %s: %d %s", method, target, status, connection.body()));
        }
        return connection.body();
    }

    private static String member(String json, String name) throws IOException {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
        if (!found.find()) {
            throw new IOException("there is no " + name + " in " + json);
        }
        return found.group(1);
    }
}
