package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server that asks callers to sign in, from its first start on.
class SignInTest {

    private static final String OWNER = BuiltInRoles.OWNER.id().toString();
    private static final String READER = BuiltInRoles.READER.id().toString();
    private static final String CONTRIBUTOR = BuiltInRoles.CONTRIBUTOR.id().toString();
    private static final String USER_ACCESS =
            BuiltInRoles.USER_ACCESS_ADMINISTRATOR.id().toString();
    private static final String RBAC = BuiltInRoles.RBAC_ADMINISTRATOR.id().toString();
    private static final String BODY = "{\"location\": \"local\", \"properties\": {\"Size\": 3}}";
    private static final String GROUPS = Plane.SUBSCRIPTION + "/resourceGroups";
    private static final String VERSION = "?api-version=2026-11-01";
    private static final String OTHER = "/subscriptions/11111111-1111-4111-8111-111111111111";

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn nobody;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in");
        nobody = SignedIn.nobody(plane);
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private String code() {
        try {
            return Files.readString(folder.resolve("bootstrap")).strip();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private SignedIn administrator() {
        return SignedIn.administrator(plane, folder);
    }

    private static String thing(String group, String name) {
        return GROUPS + "/" + group + "/providers/Fairlead.Lab/things/" + name + VERSION;
    }

    private static Stream<String> names(Answer list) {
        return list.json()
                .path("value")
                .valueStream()
                .map(one -> one.path("name").asString(""));
    }

    @Nested
    class TheFirstAdministrator {

        @Test
        void comesInByTheCodeInTheDataFolderWhichOnlyItsOwnerReads() throws IOException {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("bootstrap"))))
                    .isEqualTo("rw-------");
            SignedIn administrator = administrator();
            assertThat(administrator.put(thing("default", "one"), BODY).status())
                    .isEqualTo(201);
            assertThat(folder.resolve("bootstrap")).doesNotExist();
        }

        @Test
        void isMadeOnce() {
            String code = code();
            administrator();
            Answer again = nobody.send("POST", "/fairlead/bootstrap", "{\"code\": \"" + code + "\"}");
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.code()).isEqualTo("BootstrappedAlready");
        }

        @Test
        void isNotMadeByAnotherCode() {
            Answer wrong = nobody.send("POST", "/fairlead/bootstrap", "{\"code\": \"guess\"}");
            assertThat(wrong.status()).isEqualTo(403);
            assertThat(code()).isNotEmpty();
        }

        @Test
        void isStillThereAfterARestartAndNoCodeIsOffered() {
            SignedIn administrator = administrator();
            String token = administrator.authorization().substring("Bearer ".length());
            plane.close();
            String port = Integer.toString(plane.url().getPort());
            plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in", "--port=" + port);
            assertThat(folder.resolve("bootstrap")).doesNotExist();
            assertThat(SignedIn.withToken(plane, token)
                            .get("/fairlead/whoami")
                            .json()
                            .path("name")
                            .asString())
                    .isEqualTo("administrator");
        }
    }

    @Nested
    class WhoHasNotSignedIn {

        @Test
        void isToldHowTo() {
            Answer answer = nobody.get(thing("default", "one"));
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("AuthenticationFailed");
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer authorization_uri=\"" + plane.url());
        }

        @Test
        void seesWhetherTheServerLivesAndNoMore() {
            assertThat(nobody.get("/readyz").status()).isEqualTo(200);
            assertThat(nobody.get("/readyz?verbose").status()).isEqualTo(401);
            assertThat(nobody.get("/metrics").status()).isEqualTo(401);
            assertThat(nobody.get("/openapi.json").status()).isEqualTo(401);
            assertThat(nobody.get("/fairlead/version").status()).isEqualTo(401);
            assertThat(nobody.get("/tenants?api-version=2022-12-01").status()).isEqualTo(401);
        }

        @Test
        void getsNoTokenForNothing() {
            assertThat(nobody.get("/msi/token?resource=" + plane.url()).status())
                    .isEqualTo(404);
            assertThat(nobody.get("/adfs/oauth2/token").status()).isEqualTo(405);
        }

        @Test
        void isRefusedByAwsDoorsToo() {
            Answer answer = nobody.send(
                    "POST",
                    "/",
                    Map.of(
                            "X-Amz-Target",
                            "CloudApiService.ListResources",
                            "Content-Type",
                            "application/x-amz-json-1.0",
                            "Authorization",
                            "AWS4-HMAC-SHA256 Credential=ANY/20261125/local/cloudcontrolapi/aws4_request,"
                                    + " SignedHeaders=host, Signature=0"),
                    "{\"TypeName\": \"Fairlead::Lab::Thing\"}");
            assertThat(answer.status()).isBetween(400, 403);
            assertThat(answer.response().body()).doesNotContain("ResourceDescriptions");
        }
    }

    @Nested
    class AToken {

        @Test
        void isGivenForTheRightSecretAlone() {
            SignedIn administrator = administrator();
            Answer wrong = SignedIn.token(plane, administrator.id(), "fls_wrong");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.json().path("error").asString()).isEqualTo("invalid_client");
            Answer unknown = SignedIn.token(plane, "7b0c0c0c-0000-4000-8000-000000000000", "fls_wrong");
            assertThat(unknown.response().body()).isEqualTo(wrong.response().body());
        }

        @Test
        void isVerifiedByPublishedKeys() {
            JsonNode directory =
                    nobody.get("/adfs/.well-known/openid-configuration").json();
            JsonNode keys = nobody.get(directory.path("jwks_uri").asString()).json();
            assertThat(keys.path("keys").size()).isEqualTo(2);
            assertThat(keys.toString()).doesNotContain("\"d\"");
        }

        @Test
        void thatWasChangedIsRefused() {
            String token = administrator().authorization().substring("Bearer ".length());
            String[] parts = token.split("\\.");
            String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            String others = claims.replace("\"idtyp\":\"app\"", "\"idtyp\":\"usr\"");
            assertThat(others).isNotEqualTo(claims);
            String forged = parts[0] + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(others.getBytes(StandardCharsets.UTF_8))
                    + "." + parts[2];
            Answer answer = SignedIn.withToken(plane, forged).get("/fairlead/whoami");
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("InvalidAuthenticationToken");
        }

        @RepeatedTest(5)
        void ofTheSecondInWhichItIsRevokedIsRefusedAndOneThatIsFetchedThenIsTaken() {
            SignedIn administrator = administrator();
            String bot = administrator
                    .send("POST", "/fairlead/principals", "{\"name\": \"bot\"}")
                    .json()
                    .path("id")
                    .asString();
            String secret = administrator
                    .send("POST", "/fairlead/principals/" + bot + "/secrets", "{}")
                    .json()
                    .path("secret")
                    .asString();
            SignedIn before = SignedIn.as(plane, bot, secret);

            administrator.send("POST", "/fairlead/principals/" + bot + "/revoke", "");

            assertThat(before.get("/fairlead/whoami").status()).isEqualTo(401);
            SignedIn after = SignedIn.as(plane, bot, secret);
            assertThat(after.get("/fairlead/whoami").status()).isEqualTo(200);
        }

        @Test
        void ofADisabledPrincipalIsRefusedAtOnceAndTakenAgainOnceThatIsUndone() {
            SignedIn administrator = administrator();
            SignedIn bot = administrator.makes("bot");
            assertThat(bot.get("/fairlead/whoami").status()).isEqualTo(200);
            assertThat(administrator
                            .send("PATCH", "/fairlead/principals/" + bot.id(), "{\"disabled\": true}")
                            .status())
                    .isEqualTo(200);
            assertThat(bot.get("/fairlead/whoami").status()).isEqualTo(401);
            administrator.send("PATCH", "/fairlead/principals/" + bot.id(), "{\"disabled\": false}");
            assertThat(bot.get("/fairlead/whoami").status()).isEqualTo(200);
        }

        @Test
        void besideASignatureIsOneIdentityTooMany() {
            SignedIn administrator = administrator();
            Answer answer = administrator.send(
                    "POST",
                    "/?Action=ListTypes&Version=2010-05-15&X-Amz-Algorithm=AWS4-HMAC-SHA256"
                            + "&X-Amz-Credential=A/20261125/local/cloudformation/aws4_request"
                            + "&X-Amz-Date=20261125T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=0",
                    "");
            assertThat(answer.status()).isEqualTo(400);
        }
    }

    @Nested
    class WithoutARole {

        @Test
        void aSubscriptionIsAsIfItDidNotExist() {
            SignedIn administrator = administrator();
            administrator.put(thing("default", "one"), BODY);
            SignedIn stranger = administrator.makes("stranger");
            Answer there = stranger.get(thing("default", "one"));
            Answer nowhere =
                    stranger.get(OTHER + "/resourceGroups/default/providers/Fairlead.Lab/things/one" + VERSION);
            assertThat(there.status()).isEqualTo(404);
            assertThat(there.code()).isEqualTo("SubscriptionNotFound");
            assertThat(there.response().body().replaceAll("[0-9a-f-]{36}", "ID"))
                    .isEqualTo(nowhere.response().body().replaceAll("[0-9a-f-]{36}", "ID"));
            assertThat(names(stranger.get("/subscriptions" + VERSION))).isEmpty();
        }
    }

    @Nested
    class AReaderOfOneGroup {

        private SignedIn administrator;
        private SignedIn reader;

        @BeforeEach
        void give() {
            administrator = administrator();
            administrator.put(GROUPS + "/web" + VERSION, "{\"location\": \"local\"}");
            administrator.put(thing("default", "hidden"), BODY);
            administrator.put(thing("web", "shown"), BODY);
            reader = administrator.makes("reader");
            administrator.gives(reader.id(), READER, GROUPS + "/web");
        }

        @Test
        void readsWhatIsInIt() {
            assertThat(reader.get(thing("web", "shown")).status()).isEqualTo(200);
        }

        @Test
        void isToldTheSameOfWhatIsElsewhereWhetherItIsThereOrNot() {
            Answer hidden = reader.get(thing("default", "hidden"));
            Answer missing = reader.get(thing("default", "missing"));
            assertThat(hidden.status()).isEqualTo(403);
            assertThat(hidden.json().at("/error/message").asString())
                    .startsWith("The client 'reader' with object id '" + reader.id()
                            + "' does not have authorization to perform action 'Fairlead.Lab/things/read' over scope '")
                    .endsWith("If access was recently granted, please refresh your credentials.");
            assertThat(hidden.response().body().replace("hidden", "X"))
                    .isEqualTo(missing.response().body().replace("missing", "X"));
        }

        @Test
        void findsInListsWhatItMaySeeAndNoMore() {
            String things = "/providers/Fairlead.Lab/things" + VERSION;
            assertThat(names(reader.get(Plane.SUBSCRIPTION + things))).containsExactly("shown");
            assertThat(names(reader.get(Plane.SUBSCRIPTION + "/resources" + VERSION)))
                    .containsExactly("shown");
            assertThat(names(reader.get(GROUPS + VERSION))).containsExactly("web");
            assertThat(names(reader.get(GROUPS + "/default" + things))).isEmpty();
            assertThat(reader.get("/subscriptions" + VERSION)
                            .json()
                            .path("value")
                            .size())
                    .isEqualTo(1);
            assertThat(names(administrator.get(Plane.SUBSCRIPTION + things)))
                    .containsExactlyInAnyOrder("hidden", "shown");
        }

        @Test
        void seesOnlyTheOperationsOnIt() {
            List<String> subjects = reader.get(Plane.SUBSCRIPTION + "/operationStatuses" + VERSION)
                    .json()
                    .path("value")
                    .valueStream()
                    .map(JsonNode::toString)
                    .toList();
            assertThat(subjects).isNotEmpty().allMatch(one -> one.contains("shown"));
        }

        @Test
        void hearsOnlyOfIt() {
            String events = reader.get("/fairlead/watch?from=oldest").response().body();
            assertThat(events).contains("shown").doesNotContain("hidden");
        }

        @Test
        void changesNothing() {
            for (String method : List.of("PUT", "PATCH", "DELETE")) {
                Answer answer = reader.send(method, thing("web", "shown"), method.equals("DELETE") ? "" : BODY);
                assertThat(answer.status()).as(method).isEqualTo(403);
                assertThat(answer.code()).isEqualTo("AuthorizationFailed");
            }
            Answer asked =
                    reader.send("POST", GROUPS + "/web/providers/Fairlead.Lab/things/shown/whatIf" + VERSION, BODY);
            assertThat(asked.status()).isEqualTo(403);
        }

        @Test
        void losesItWithTheRole() {
            String assignment = administrator
                    .get(GROUPS + "/web/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01"
                            + "&$filter=principalId%20eq%20'" + reader.id() + "'")
                    .json()
                    .at("/value/0/id")
                    .asString();
            assertThat(administrator
                            .send("DELETE", assignment + "?api-version=2022-04-01", "")
                            .status())
                    .isEqualTo(200);
            assertThat(reader.get(thing("web", "shown")).code()).isEqualTo("SubscriptionNotFound");
        }
    }

    @Nested
    class AContributor {

        @Test
        void managesResourcesAndNeitherRolesNorTypesNorPrincipals() {
            SignedIn administrator = administrator();
            SignedIn contributor = administrator.makes("contributor");
            administrator.gives(contributor.id(), CONTRIBUTOR, "/");
            assertThat(contributor.put(thing("default", "one"), BODY).status()).isEqualTo(201);
            assertThat(contributor.gives(contributor.id(), OWNER, "/").status()).isEqualTo(403);
            assertThat(contributor
                            .send("POST", "/fairlead/types", Map.of("Content-Type", "application/zip"), "PK")
                            .status())
                    .isEqualTo(403);
            assertThat(contributor
                            .put("/fairlead/types/Fairlead::Lab::Thing/configuration", "{}")
                            .status())
                    .isEqualTo(403);
            assertThat(contributor
                            .send("POST", "/fairlead/principals/" + administrator.id() + "/secrets", "{}")
                            .status())
                    .isEqualTo(403);
            assertThat(contributor
                            .send("POST", "/fairlead/principals", "{\"name\": \"x\"}")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Nested
    class WhoGivesRoles {

        private SignedIn administrator;
        private SignedIn delegate;
        private SignedIn friend;

        @BeforeEach
        void give() {
            administrator = administrator();
            delegate = administrator.makes("delegate");
            friend = administrator.makes("friend");
        }

        @Test
        void givesNoMoreThanTheyHave() {
            administrator.gives(delegate.id(), RBAC, Plane.GROUP);
            assertThat(delegate.gives(friend.id(), READER, Plane.GROUP).status())
                    .isEqualTo(201);
            assertThat(delegate.gives(friend.id(), OWNER, Plane.GROUP).status()).isEqualTo(403);
            assertThat(delegate.gives(delegate.id(), OWNER, Plane.GROUP).status())
                    .isEqualTo(403);
            assertThat(delegate.gives(friend.id(), READER, Plane.SUBSCRIPTION).status())
                    .isEqualTo(403);
        }

        @Test
        void keepsToTheConditionOfTheirOwnRole() {
            String condition = "!(ActionMatches{'Microsoft.Authorization/roleAssignments/write'}) OR"
                + " @Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {"
                    + READER + "}";
            administrator.gives(delegate.id(), USER_ACCESS, "/", "5f0e0e0e-0000-4000-8000-000000000001", condition);
            assertThat(delegate.gives(friend.id(), READER, Plane.GROUP).status())
                    .isEqualTo(201);
            assertThat(delegate.gives(friend.id(), CONTRIBUTOR, Plane.GROUP).status())
                    .isEqualTo(403);
        }

        @Test
        void isToldWhatAConditionMayNotSay() {
            Answer answer = administrator.gives(
                    delegate.id(), READER, "/", "5f0e0e0e-0000-4000-8000-000000000002", "SubOperationMatches{'a'}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("InvalidCondition");
            assertThat(answer.json().at("/error/target").asString()).isEqualTo("/properties/condition");
        }

        @Test
        void givesTheSameRoleOnce() {
            assertThat(administrator.gives(friend.id(), READER, "/").status()).isEqualTo(201);
            Answer twice = administrator.gives(friend.id(), READER, "/");
            assertThat(twice.status()).isEqualTo(409);
            assertThat(twice.code()).isEqualTo("RoleAssignmentExists");
        }

        @Test
        void canNotTakeTheLastOwner() {
            String last = administrator
                    .get("/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01")
                    .json()
                    .at("/value/0/id")
                    .asString();
            Answer answer = administrator.send("DELETE", last + "?api-version=2022-04-01", "");
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).isEqualTo("LastOwner");
        }
    }
}
