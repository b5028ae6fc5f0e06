package fairlead.server.access.identity.accesskey;

import static fairlead.server.access.identity.accesskey.SigningAwsClient.element;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.arm.authorization.SignedIn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Access keys of AWS tools, from the minting to the last door, and the sessions that are begun by them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessKeysTest {

    private static final String ACCOUNT = "000000000000";
    private static final String THING = "Fairlead::Lab::Thing";
    private static final String MINT = "{\"subscription\": \"" + Plane.SUBSCRIPTION.substring(15) + "\"}";
    private static final String ASSUMER = BuiltInRoles.ROLE_ASSUMER.id().toString();
    private static final String CONTRIBUTOR = BuiltInRoles.CONTRIBUTOR.id().toString();
    private static final String READER = BuiltInRoles.READER.id().toString();
    private static final String OWNER = BuiltInRoles.OWNER.id().toString();

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;
    private int made;

    @BeforeAll
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private String principal(String name) {
        return administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"" + name + "\"}")
                .json()
                .path("id")
                .asString();
    }

    private Answer mint(String principal) {
        return administrator.send("POST", "/fairlead/principals/" + principal + "/keys", MINT);
    }

    private SigningAwsClient client(String principal) {
        return SigningAwsClient.of(plane, mint(principal).json());
    }

    /// A principal with a role in the account, and a key.
    private SigningAwsClient client(String name, String role) {
        String principal = principal(name);
        administrator.gives(principal, role, Plane.SUBSCRIPTION);
        return client(principal);
    }

    private String unique(String name) {
        made++;
        return name + made;
    }

    private static String create(String text) {
        return "{\"TypeName\": \"" + THING + "\", \"DesiredState\": \"{\\\"Text\\\": \\\"" + text + "\\\"}\"}";
    }

    private static final String LIST = "{\"TypeName\": \"" + THING + "\"}";

    @Nested
    class AKey {

        @Test
        void isToldWithItsSecretOnce() {
            String principal = principal(unique("told"));
            JsonNode key = mint(principal).json();

            assertThat(key.path("accessKeyId").asString()).matches("AKIA[A-Z2-7]{16}");
            assertThat(key.path("secretAccessKey").asString()).hasSize(40);
            assertThat(key.path("account").asString()).isEqualTo(ACCOUNT);
            Answer list = administrator.get("/fairlead/principals/" + principal + "/keys");
            assertThat(list.json().at("/value/0/accessKeyId").asString())
                    .isEqualTo(key.path("accessKeyId").asString());
            assertThat(list.response().body())
                    .doesNotContain(key.path("secretAccessKey").asString());
        }

        @Test
        void isOneOfTwoAtMost() {
            String principal = principal(unique("two"));
            mint(principal);
            mint(principal);

            assertThat(mint(principal).code()).isEqualTo("TooManyCredentials");
        }

        @Test
        void isOfNoGroupAndForASubscriptionThatExists() {
            String group = administrator
                    .send("POST", "/fairlead/principals", "{\"name\": \"team\", \"kind\": \"group\"}")
                    .json()
                    .path("id")
                    .asString();
            assertThat(mint(group).code()).isEqualTo("NotAServicePrincipal");
            String absent = "{\"subscription\": \"11111111-1111-4111-8111-111111111111\"}";
            assertThat(administrator
                            .send("POST", "/fairlead/principals/" + principal(unique("x")) + "/keys", absent)
                            .code())
                    .isEqualTo("SubscriptionNotFound");
            assertThat(administrator
                            .send(
                                    "POST",
                                    "/fairlead/principals/" + principal(unique("x")) + "/keys",
                                    MINT.replace("}", ", \"dayz\": 3}"))
                            .code())
                    .isEqualTo("ValidationFailed");
        }

        @Test
        void isNotMintedForAnotherByAContributor() {
            SignedIn contributor = administrator.makes(unique("contributor"));
            administrator.gives(contributor.id(), CONTRIBUTOR, "/");
            String owner = principal(unique("owner"));

            Answer refused = contributor.send("POST", "/fairlead/principals/" + owner + "/keys", MINT);

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.response().body()).contains("Fairlead.Identity/principals/credentials/write");
        }

        @Test
        void opensEveryDoorThatAwsToolsHave() {
            SigningAwsClient owner = client(unique("owner"), OWNER);

            assertThat(owner.control("CreateResource", create("a")).status()).isEqualTo(200);
            assertThat(owner.control("ListResources", LIST).status()).isEqualTo(200);
            assertThat(owner.query("cloudformation", "2010-05-15", "ListTypes").status())
                    .isEqualTo(200);
            assertThat(owner.json(
                                    "tagging",
                                    "application/x-amz-json-1.1",
                                    "ResourceGroupsTaggingAPI_20170126.GetResources",
                                    "{}")
                            .status())
                    .isEqualTo(200);
            assertThat(owner.sts("GetCallerIdentity").status()).isEqualTo(200);
            assertThat(owner.send("s3", "PUT", "/packages/key.txt", Map.of(), "package")
                            .status())
                    .isEqualTo(200);
            assertThat(plane.get(owner.presigned("GET", "/packages/key.txt"))
                            .response()
                            .body())
                    .isEqualTo("package");
        }

        @Test
        void mayWhatItsPrincipalMay() {
            SigningAwsClient reader = client(unique("reader"), READER);

            assertThat(reader.control("ListResources", LIST).status()).isEqualTo(200);
            Answer refused = reader.control("CreateResource", create("b"));
            assertThat(refused.response().body()).contains("AccessDeniedException");
            assertThat(plane.get(reader.presigned("GET", "/packages/key.txt")).status())
                    .isIn(200, 404);
        }

        @Test
        void looksForDriftOnlyIfItsPrincipalMay() {
            SigningAwsClient owner = client(unique("drift"), OWNER);
            String identifier = owner.control("CreateResource", create("g"))
                    .json()
                    .at("/ProgressEvent/Identifier")
                    .asString();
            String input = "{\"TypeName\": \"" + THING + "\", \"Identifier\": \"" + identifier + "\"}";
            Map<String, String> drift = Map.of(
                    "Content-Type",
                    "application/x-amz-json-1.0",
                    "X-Amz-Target",
                    "CloudApiService.GetResource",
                    "x-fairlead-drift",
                    "true");
            assertThat(owner.send("cloudcontrolapi", "POST", "/", drift, input).status())
                    .isEqualTo(200);
            SigningAwsClient reader = client(unique("reader"), READER);
            assertThat(reader.control("GetResource", input).status()).isEqualTo(200);
            assertThat(reader.send("cloudcontrolapi", "POST", "/", drift, input)
                            .response()
                            .body())
                    .contains("AccessDeniedException")
                    .contains("Fairlead.Lab/things/detectDrift/action");
        }

        @Test
        void tellsWhenItWasLastUsed() {
            String principal = principal(unique("used"));
            SigningAwsClient client = client(principal);
            client.sts("GetCallerIdentity");
            String keys = "/fairlead/principals/" + principal + "/keys";
            Instant end = Instant.now().plusSeconds(30);
            while (administrator.get(keys).json().at("/value/0/lastUsed").isMissingNode()
                    && Instant.now().isBefore(end)) {
                Thread.onSpinWait();
            }
            assertThat(administrator.get(keys).json().at("/value/0/lastUsed").asString())
                    .endsWith(":00:00Z");
        }

        @Test
        void countsNoMoreOnceItIsRemoved() {
            String principal = principal(unique("removed"));
            administrator.gives(principal, OWNER, Plane.SUBSCRIPTION);
            SigningAwsClient client = client(principal);
            String address = client.presigned("GET", "/packages/key.txt");
            assertThat(client.sts("GetCallerIdentity").status()).isEqualTo(200);
            Answer session = client.sts("GetSessionToken");

            administrator.send("DELETE", "/fairlead/principals/" + principal + "/keys/" + client.id(), "");

            assertThat(element(client.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
            assertThat(client.control("ListResources", LIST).response().body()).contains("UnrecognizedClientException");
            assertThat(element(plane.get(address), "Code")).isEqualTo("InvalidAccessKeyId");
            assertThat(element(SigningAwsClient.ofSession(plane, session).sts("GetCallerIdentity"), "Code"))
                    .isEqualTo("InvalidClientTokenId");
        }

        @Test
        void countsNoMoreOnceItsPrincipalIsDisabled() {
            String principal = principal(unique("disabled"));
            SigningAwsClient client = client(principal);
            assertThat(client.sts("GetCallerIdentity").status()).isEqualTo(200);

            administrator.send("PATCH", "/fairlead/principals/" + principal, "{\"disabled\": true}");

            assertThat(element(client.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
        }

        @Test
        void isNotTakenWithAnotherSecret() {
            String id =
                    mint(principal(unique("wrong"))).json().path("accessKeyId").asString();
            SigningAwsClient guessing = new SigningAwsClient(plane, id, "x".repeat(40), "");

            assertThat(element(guessing.sts("GetCallerIdentity"), "Code")).isEqualTo("SignatureDoesNotMatch");
        }

        @Test
        void comesWithNoTokenOfAnother() {
            JsonNode key = mint(principal(unique("token"))).json();
            SigningAwsClient strange = new SigningAwsClient(
                    plane,
                    key.path("accessKeyId").asString(),
                    key.path("secretAccessKey").asString(),
                    "token");

            assertThat(element(strange.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
        }
    }

    @Nested
    class ARefusal {

        @Test
        void isExplainedToWhomItWasToldAndToNoOneElse() {
            SigningAwsClient client = client(unique("reading"), READER);
            Answer denied = client.control(
                    "CreateResource",
                    "{\"TypeName\": \"Fairlead::Lab::Thing\", \"DesiredState\": \"{\\\"Size\\\": 3}\"}");
            assertThat(denied.response().body()).contains("AccessDeniedException");
            String id = denied.header("x-amzn-RequestId");

            Answer told = client.sts("DecodeAuthorizationMessage", "EncodedMessage", id);
            String message = element(told, "DecodedMessage");

            assertThat(message).contains("Fairlead.Lab/things/write", "Contributor");
            SigningAwsClient stranger = client(principal(unique("stranger")));
            Answer hidden = stranger.sts("DecodeAuthorizationMessage", "EncodedMessage", id);
            assertThat(element(hidden, "Code")).isEqualTo("InvalidAuthorizationMessage");
            Answer nothing = client.sts("DecodeAuthorizationMessage", "EncodedMessage", "nothing");
            assertThat(element(nothing, "Code")).isEqualTo("InvalidAuthorizationMessage");
        }
    }

    @Nested
    class ASession {

        @Test
        void ofOnesOwnIsTheSameUser() {
            SigningAwsClient client = client(unique("self"), READER);
            Answer begun = client.sts("GetSessionToken", "DurationSeconds", "900");
            SigningAwsClient session = SigningAwsClient.ofSession(plane, begun);

            assertThat(session.id()).matches("ASIA[A-Z2-7]{16}");
            assertThat(element(session.sts("GetCallerIdentity"), "Arn"))
                    .isEqualTo(element(client.sts("GetCallerIdentity"), "Arn"))
                    .startsWith("arn:aws:iam::" + ACCOUNT + ":user/self");
            assertThat(session.control("ListResources", LIST).status()).isEqualTo(200);
            assertThat(element(session.sts("GetSessionToken"), "Code")).isEqualTo("AccessDenied");
        }

        @Test
        void ofARoleIsThatRole() {
            String role = principal(unique("deploy"));
            administrator.gives(role, CONTRIBUTOR, Plane.SUBSCRIPTION);
            SigningAwsClient client = client(unique("human"), READER);
            String arn = "arn:aws:iam::" + ACCOUNT + ":role/deploy" + (made - 1);
            Answer denied = client.sts("AssumeRole", "RoleArn", arn, "RoleSessionName", "one");
            assertThat(denied.status()).isEqualTo(403);
            assertThat(element(denied, "Code")).isEqualTo("AccessDenied");
            assertThat(element(denied, "Message")).contains("is not authorized to perform: sts:AssumeRole");

            administrator.gives(human(client), ASSUMER, "/providers/Fairlead.Identity/principals/" + role);
            Answer begun = client.sts("AssumeRole", "RoleArn", arn, "RoleSessionName", "one");
            SigningAwsClient session = SigningAwsClient.ofSession(plane, begun);

            assertThat(element(begun, "Arn"))
                    .isEqualTo("arn:aws:sts::" + ACCOUNT + ":assumed-role/deploy" + (made - 1) + "/one");
            assertThat(element(session.sts("GetCallerIdentity"), "Arn")).isEqualTo(element(begun, "Arn"));
            assertThat(element(session.sts("GetCallerIdentity"), "UserId"))
                    .isEqualTo(element(begun, "AssumedRoleId"))
                    .endsWith(":one");
            assertThat(session.control("CreateResource", create("c")).status()).isEqualTo(200);
            assertThat(client.control("CreateResource", create("d")).response().body())
                    .contains("AccessDeniedException");

            administrator.send("POST", "/fairlead/principals/" + role + "/revoke", "");
            administrator.send("PATCH", "/fairlead/principals/" + human(client), "{\"disabled\": true}");
            assertThat(element(session.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
        }

        private String human(SigningAwsClient client) {
            return element(client.sts("GetCallerIdentity"), "Arn").isEmpty() ? "" : idOf("human" + made);
        }

        private String idOf(String name) {
            return administrator
                    .get("/fairlead/principals")
                    .json()
                    .path("value")
                    .valueStream()
                    .filter(one -> one.path("name").asString().equals(name))
                    .map(one -> one.path("id").asString())
                    .findFirst()
                    .orElseThrow();
        }

        @Test
        void isRefusedWhatWouldNarrowItAndIsNotUnderstood() {
            SigningAwsClient owner = client(unique("owner"), OWNER);
            String arn = "arn:aws:iam::" + ACCOUNT + ":role/none";

            Answer policy =
                    owner.sts("AssumeRole", "RoleArn", arn, "RoleSessionName", "one", "Policy", "{\"Version\": \"1\"}");
            assertThat(policy.status()).isEqualTo(400);
            assertThat(element(policy, "Code")).isEqualTo("MalformedPolicyDocument");
            assertThat(element(
                            owner.sts(
                                    "AssumeRole",
                                    "RoleArn",
                                    arn,
                                    "RoleSessionName",
                                    "one",
                                    "PolicyArns.member.1.arn",
                                    "arn:aws:iam::aws:policy/ReadOnlyAccess"),
                            "Code"))
                    .isEqualTo("MalformedPolicyDocument");
            Answer tags = owner.sts(
                    "AssumeRole",
                    "RoleArn",
                    arn,
                    "RoleSessionName",
                    "one",
                    "Tags.member.1.Key",
                    "a",
                    "DurationSeconds",
                    "1");
            assertThat(element(tags, "Code")).isEqualTo("ValidationError");
            assertThat(element(tags, "Message")).contains("Tags").contains("durationSeconds");
        }

        @Test
        void isTakenOnlyAsItWasGiven() {
            SigningAwsClient client = client(unique("self"), READER);
            Answer one = client.sts("GetSessionToken");
            Answer other = client.sts("GetSessionToken");
            SigningAwsClient mixed = new SigningAwsClient(
                    plane,
                    element(one, "AccessKeyId"),
                    element(one, "SecretAccessKey"),
                    element(other, "SessionToken"));
            assertThat(element(mixed.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
            SigningAwsClient without =
                    new SigningAwsClient(plane, element(one, "AccessKeyId"), element(one, "SecretAccessKey"), "");
            assertThat(element(without.sts("GetCallerIdentity"), "Code")).isEqualTo("InvalidClientTokenId");
        }

        @Test
        void isAnsweredInItsOwnNamespaceWhereARequestIsNotSigned() {
            Answer refused = plane.send(
                    "POST",
                    "/",
                    Map.of("Content-Type", "application/x-www-form-urlencoded"),
                    SigningAwsClient.form("2011-06-15", "AssumeRole", "RoleSessionName", "one"));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.response().body())
                    .contains("https://sts.amazonaws.com/doc/2011-06-15/")
                    .contains("<Code>MissingAuthenticationToken</Code>");
        }

        @Test
        void ofAnUnsignedTokenIsRefused() {
            Answer refused = plane.send(
                    "POST",
                    "/",
                    Map.of("Content-Type", "application/x-www-form-urlencoded"),
                    SigningAwsClient.form(
                            "2011-06-15",
                            "AssumeRoleWithWebIdentity",
                            "RoleArn",
                            "arn:aws:iam::" + ACCOUNT + ":role/none",
                            "RoleSessionName",
                            "one",
                            "WebIdentityToken",
                            "eyJhbGciOiJub25lIn0.e30."));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(element(refused, "Code")).isEqualTo("InvalidIdentityToken");
        }
    }

    @Nested
    class ARoleOfACloudControlCall {

        private String withRole(String role) {
            return create("e").replace("}\"}", "}\", \"RoleArn\": \"arn:aws:iam::" + ACCOUNT + ":role/" + role + "\"}");
        }

        @Test
        void isRefusedToWhomMayNotAssumeIt() {
            SigningAwsClient owner = client(unique("plain"), CONTRIBUTOR);

            assertThat(owner.control("CreateResource", withRole("none"))
                            .response()
                            .body())
                    .contains("AccessDeniedException")
                    .contains("iam:PassRole");
        }

        @Test
        void decidesWhatTheCallMay() {
            String name = unique("passed");
            String role = principal(name);
            administrator.gives(role, READER, Plane.SUBSCRIPTION);
            String principal = principal(unique("passing"));
            administrator.gives(principal, CONTRIBUTOR, Plane.SUBSCRIPTION);
            administrator.gives(principal, ASSUMER, "/providers/Fairlead.Identity/principals/" + role);
            SigningAwsClient client = client(principal);

            assertThat(client.control("CreateResource", create("f")).status()).isEqualTo(200);
            assertThat(client.control("CreateResource", withRole(name))
                            .response()
                            .body())
                    .contains("AccessDeniedException")
                    .contains(name);
        }
    }
}
