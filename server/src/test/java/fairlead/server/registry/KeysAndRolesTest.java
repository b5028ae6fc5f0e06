package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.access.role.RoleDefinition;
import fairlead.server.arm.Plane;
import fairlead.server.arm.authorization.SignedIn;
import fairlead.server.registry.AwsClient.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Users of AWS keys on a server that asks callers to sign in: each may do what its roles allow, at every door of AWS.
class KeysAndRolesTest {

    private static final String ACCOUNT = "/subscriptions/00000000-0000-0000-0000-111122223333";
    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]}]}
        """;

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private KeyClient alice;

    @BeforeEach
    void start() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        Path data = folder.resolve("data");
        plane = Plane.start(data, Duration.ofSeconds(1), "--require-sign-in", "--credentials=" + credentials);
        administrator = SignedIn.administrator(plane, data);
        alice = new KeyClient(plane, "ALICE", "secret");
    }

    @AfterEach
    void stop() {
        alice.close();
        plane.close();
    }

    private void give(RoleDefinition role, String scope) {
        String id = administrator
                .get("/fairlead/principals")
                .json()
                .path("value")
                .valueStream()
                .filter(one -> one.path("name").asString("").equals("alice"))
                .map(one -> one.path("id").asString(""))
                .findFirst()
                .orElseThrow();
        assertThat(administrator.gives(id, role.id().toString(), scope).status())
                .isEqualTo(201);
    }

    private Answer cloudControl(String action, String body) {
        return alice.json("cloudcontrolapi", "/", "CloudApiService." + action, body);
    }

    private Answer make(String name) {
        return cloudControl(
                "CreateResource",
                "{\"TypeName\": \"Fairlead::Lab::Rack\", \"DesiredState\": \"{\\\"Name\\\": \\\"" + name + "\\\"}\"}");
    }

    private static void denied(Answer answer) {
        assertThat(answer.status()).isIn(400, 403);
        assertThat(answer.text()).contains("AccessDenied");
    }

    @Test
    void withoutARoleAKeyOpensNoDoor() {
        denied(make("one"));
        denied(cloudControl("ListResources", "{\"TypeName\": \"Fairlead::Lab::Rack\"}"));
        denied(cloudControl("ListResourceRequests", "{}"));
        denied(alice.call("ListTypes"));
        denied(alice.store("/bucket/package.zip", "PK".getBytes(StandardCharsets.UTF_8)));
        denied(alice.json("tagging", "/", "ResourceGroupsTaggingAPI_20170126.GetResources", "{}"));
    }

    @Test
    void aReaderLooksAndChangesNothing() {
        give(BuiltInRoles.READER, ACCOUNT);
        assertThat(cloudControl("ListResources", "{\"TypeName\": \"Fairlead::Lab::Rack\"}")
                        .status())
                .isEqualTo(200);
        assertThat(alice.call("ListTypes").status()).isEqualTo(200);
        Answer made = make("one");
        denied(made);
        assertThat(made.text()).contains("'Fairlead.Lab/racks/write'");
        denied(alice.call(
                "SetTypeConfiguration", "TypeName", "Fairlead::Lab::Rack", "Type", "RESOURCE", "Configuration", "{}"));
        denied(alice.store("/bucket/package.zip", "PK".getBytes(StandardCharsets.UTF_8)));
    }

    private Answer makeStack(String... more) {
        List<String> parameters = new ArrayList<>(List.of(
                "StackName",
                "racks",
                "TemplateBody",
                "{\"Resources\": {\"One\": {\"Type\": \"Fairlead::Lab::Rack\", \"Properties\": {\"Name\":"
                        + " \"one\"}}}}"));
        parameters.addAll(List.of(more));
        return alice.call("CreateStack", parameters.toArray(String[]::new));
    }

    private String endOfStack() {
        while (true) {
            String status = alice.call("DescribeStacks", "StackName", "racks").value("StackStatus");
            if (!status.endsWith("_IN_PROGRESS")) {
                return status;
            }
        }
    }

    @Test
    void aReaderLooksAtStacksAndMakesNone() {
        denied(alice.call("ListStacks"));
        give(BuiltInRoles.READER, ACCOUNT);
        assertThat(alice.call("ListStacks").status()).isEqualTo(200);
        Answer made = makeStack();
        denied(made);
        assertThat(made.text()).contains("'Fairlead.Control/stacks/write'");
        denied(alice.call("DeleteStack", "StackName", "racks"));
    }

    @Test
    void aContributorMakesStacksAndLendsNoRoleThatItMayNotAssume() {
        give(BuiltInRoles.CONTRIBUTOR, ACCOUNT);
        denied(makeStack("RoleARN", "arn:aws:iam::111122223333:role/powerful"));
        assertThat(makeStack().status()).isEqualTo(200);
        assertThat(endOfStack())
                .as(alice.call("DescribeStackEvents", "StackName", "racks").text())
                .isEqualTo("CREATE_COMPLETE");
    }

    @Test
    void aContributorOfItsGroupMakesResourcesThereAndBringsInNoCode() {
        give(BuiltInRoles.CONTRIBUTOR, ACCOUNT + "/resourceGroups/default");
        Answer made = make("one");
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        assertThat(cloudControl("GetResource", "{\"TypeName\": \"Fairlead::Lab::Rack\", \"Identifier\": \"one\"}")
                        .status())
                .isEqualTo(200);
        denied(alice.call(
                "SetTypeConfiguration", "TypeName", "Fairlead::Lab::Rack", "Type", "RESOURCE", "Configuration", "{}"));
        denied(alice.store("/bucket/package.zip", "PK".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aListShowsOnlyWhatMayBeRead() {
        give(BuiltInRoles.CONTRIBUTOR, ACCOUNT + "/resourceGroups/default");
        make("shown");
        String other = ACCOUNT + "/resourceGroups/other";
        administrator.put(other + "?api-version=2026-11-01", "{\"location\": \"eu-west-1\"}");
        administrator.put(
                other + "/providers/Fairlead.Lab/racks/hidden?api-version=2026-11-01",
                "{\"location\": \"eu-west-1\", \"properties\": {}}");
        JsonNode list = JsonMapper.shared()
                .readTree(cloudControl("ListResources", "{\"TypeName\": \"Fairlead::Lab::Rack\"}")
                        .text());
        assertThat(list.path("ResourceDescriptions").toString())
                .contains("shown")
                .doesNotContain("hidden");
        denied(cloudControl("GetResource", "{\"TypeName\": \"Fairlead::Lab::Rack\", \"Identifier\": \"hidden\"}"));
    }
}
