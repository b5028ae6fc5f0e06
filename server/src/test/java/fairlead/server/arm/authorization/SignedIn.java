package fairlead.server.arm.authorization;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A caller of a control plane that asks callers to sign in.
public final class SignedIn {

    private static final String ROLES = "/providers/Microsoft.Authorization/roleDefinitions/";

    private final Plane plane;
    private final String id;
    private final Map<String, String> headers;

    private SignedIn(Plane plane, String id, String token) {
        this.plane = plane;
        this.id = id;
        headers = token.isEmpty() ? Map.of() : Map.of("Authorization", "Bearer " + token);
    }

    /// One that has not signed in.
    public static SignedIn nobody(Plane plane) {
        return new SignedIn(plane, "", "");
    }

    /// One that shows this token.
    public static SignedIn withToken(Plane plane, String token) {
        return new SignedIn(plane, "", token);
    }

    /// One that signs in with a secret.
    public static SignedIn as(Plane plane, String clientId, String secret) {
        Answer answer = token(plane, clientId, secret);
        return new SignedIn(plane, clientId, answer.json().path("access_token").asString());
    }

    /// The first administrator of a server that has just been started for the first time.
    ///
    /// @param data its data folder
    public static SignedIn administrator(Plane plane, Path data) {
        try {
            String code = Files.readString(data.resolve("bootstrap")).strip();
            JsonNode made = nobody(plane)
                    .send("POST", "/fairlead/bootstrap", "{\"code\": \"" + code + "\"}")
                    .json();
            return as(
                    plane,
                    made.path("clientId").asString(),
                    made.path("clientSecret").asString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// What the token endpoint answers.
    static Answer token(Plane plane, String clientId, String secret) {
        return plane.send(
                "POST",
                "/adfs/oauth2/token",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                "grant_type=client_credentials&client_id=" + encode(clientId) + "&client_secret=" + encode(secret)
                        + "&scope=" + encode(plane.url() + "//.default"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// The id by which roles are given to it.
    public String id() {
        return id;
    }

    public String authorization() {
        return headers.getOrDefault("Authorization", "");
    }

    public Answer get(String path) {
        return send("GET", path, "");
    }

    public Answer put(String path, String body) {
        return send("PUT", path, body);
    }

    public Answer send(String method, String path, String body) {
        return plane.send(method, path, headers, body);
    }

    public Answer send(String method, String path, Map<String, String> more, String body) {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(more);
        return plane.send(method, path, all, body);
    }

    /// Makes a service principal that signs in, as this caller.
    public SignedIn makes(String name) {
        Answer made = send("POST", "/fairlead/principals", "{\"name\": \"" + name + "\"}");
        String client = made.json().path("id").asString();
        String secret = send("POST", "/fairlead/principals/" + client + "/secrets", "{}")
                .json()
                .path("secret")
                .asString();
        return as(plane, client, secret);
    }

    /// Gives a principal a role at a scope; `/` is everything.
    public Answer gives(String principal, String role, String scope) {
        return gives(principal, role, scope, UUID.randomUUID().toString(), "");
    }

    public Answer gives(String principal, String role, String scope, String name, String condition) {
        String path = (scope.equals("/") ? "" : scope) + "/providers/Microsoft.Authorization/roleAssignments/" + name
                + "?api-version=2022-04-01";
        String more = condition.isEmpty()
                ? ""
                : ", \"conditionVersion\": \"2.0\", \"condition\": \"" + condition.replace("\"", "\\\"") + "\"";
        return put(
                path,
                "{\"properties\": {\"roleDefinitionId\": \"" + ROLES + role + "\", \"principalId\": \"" + principal
                        + "\", \"principalType\": \"ServicePrincipal\"" + more + "}}");
    }
}
