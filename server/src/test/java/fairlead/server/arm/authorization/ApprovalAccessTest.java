package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.identity.accesskey.SigningAwsClient;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Who approves what, and what callers of ARM and of the native API meet.
class ApprovalAccessTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String API = "?api-version=2025-11-01";
    private static final String THING = Plane.THINGS + "/one";
    private static final String ALL = "/fairlead/approvals";
    private static final String BODY = "{\"location\": \"local\", \"properties\": {\"Size\": 3}}";
    private static final String APPROVER = BuiltInRoles.APPROVER.id().toString();

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn maker;
    private SignedIn approver;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        maker = administrator.makes("maker");
        approver = administrator.makes("approver");
        administrator.gives(maker.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), S);
        administrator.gives(approver.id(), APPROVER, S);
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private void require(String details) {
        String definition = S + "/providers/Microsoft.Authorization/policyDefinitions/approve";
        assertThat(administrator
                        .put(definition + API, """
                            {"properties": {"mode": "All", "policyRule": {"if": {"field": "type", "equals": "Fairlead.Lab/things"},
                              "then": {"effect": "requireApproval",
                                "details": {"approvers": {"roleDefinitionId": "%s"}%s}}}}}
                            """.formatted(APPROVER, details))
                        .status())
                .isEqualTo(201);
        assertThat(administrator
                        .put(
                                S + "/providers/Microsoft.Authorization/policyAssignments/approve" + API,
                                "{\"properties\": {\"policyDefinitionId\": \"" + definition + "\"}}")
                        .status())
                .isEqualTo(201);
    }

    private static Answer put(SignedIn caller) {
        return caller.put(THING + Plane.VERSION, BODY);
    }

    private String asked() {
        Answer refused = put(maker);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("ApprovalRequired");
        JsonNode info = refused.json().at("/error/additionalInfo/0");
        assertThat(info.path("type").asString()).isEqualTo("ApprovalRequired");
        String id = info.at("/info/approvalId").asString();
        assertThat(refused.json().at("/error/message").asString()).contains(id);
        return id;
    }

    private static Answer decide(SignedIn caller, String id, String verb) {
        return caller.send("POST", ALL + "/" + id + "/" + verb, "{\"reason\": \"checked\"}");
    }

    @Test
    void aSecondPersonApprovesAndTheSameRequestRunsOnce() {
        require("");
        String id = asked();
        JsonNode shown = approver.get(ALL + "/" + id).json();
        assertThat(shown.path("state").asString()).isEqualTo("Asked");
        assertThat(shown.at("/difference/properties").toString()).contains("/Size");
        assertThat(decide(maker, id, "approve").code()).isEqualTo("AuthorizationFailed");
        assertThat(decide(approver, id, "approve").json().path("state").asString())
                .isEqualTo("Granted");
        assertThat(put(maker).status()).isEqualTo(201);
        String tag = maker.get(THING + Plane.VERSION)
                .response()
                .headers()
                .firstValue("ETag")
                .orElseThrow();
        Answer third = put(maker);
        assertThat(third.status()).isEqualTo(200);
        assertThat(third.response().headers().firstValue("ETag")).contains(tag);
        assertThat(approver.get(ALL + "/" + id).json().path("state").asString()).isEqualTo("Used");
    }

    @Test
    void whoMayApproveButHasAskedIsRefused() {
        require("");
        administrator.gives(maker.id(), APPROVER, S);
        assertThat(decide(maker, asked(), "approve").code()).isEqualTo("ApprovalNotAllowed");
    }

    /// @param session whether the role is taken on by a session, or for one call alone
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoHasAskedInARoleOfAwsIsRefused(boolean session) {
        require("");
        SignedIn role = administrator.makes("deploy");
        administrator.gives(role.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), S);
        administrator.gives(
                maker.id(),
                BuiltInRoles.ROLE_ASSUMER.id().toString(),
                "/providers/Fairlead.Identity/principals/" + role.id());
        administrator.gives(maker.id(), APPROVER, S);
        SigningAwsClient signer = SigningAwsClient.of(
                plane,
                administrator
                        .send(
                                "POST",
                                "/fairlead/principals/" + maker.id() + "/keys",
                                "{\"subscription\": \"" + S.substring("/subscriptions/".length()) + "\"}")
                        .json());
        String arn = "arn:aws:iam::000000000000:role/deploy";
        String wish = "{\"TypeName\": \"Fairlead::Lab::Thing\", \"DesiredState\": \"{\\\"Text\\\": \\\"a\\\"}\"";
        Answer asked = session
                ? SigningAwsClient.ofSession(plane, signer.sts("AssumeRole", "RoleArn", arn, "RoleSessionName", "one"))
                        .control("CreateResource", wish + "}")
                : signer.control("CreateResource", wish + ", \"RoleArn\": \"" + arn + "\"}");
        String message = asked.json()
                .at("/ProgressEvent/StatusMessage")
                .asString(asked.response().body());
        assertThat(message).contains("Approval APR-");
        String id = message.replaceAll("(?s).*(APR-[0-9A-Z]+).*", "$1");

        assertThat(decide(maker, id, "approve").code()).isEqualTo("ApprovalNotAllowed");
        assertThat(decide(approver, id, "approve").json().path("state").asString())
                .isEqualTo("Granted");
    }

    @Test
    void anOwnerIsNoApproverByThatButOverrides() {
        require("");
        String id = asked();
        assertThat(decide(administrator, id, "approve").code()).isEqualTo("ApprovalNotAllowed");
        assertThat(decide(approver, id, "override").code()).isEqualTo("AuthorizationFailed");
        assertThat(administrator
                        .send("POST", ALL + "/" + id + "/override", "{}")
                        .code())
                .isEqualTo("ValidationFailed");
        assertThat(decide(administrator, id, "override").json().path("state").asString())
                .isEqualTo("Granted");
        assertThat(put(maker).status()).isEqualTo(201);
    }

    @Test
    void theOwnerOfAServicePrincipalDoesNotApproveForIt() {
        require("");
        administrator.gives(administrator.id(), APPROVER, S);
        SignedIn own = administrator.makes("own");
        administrator.gives(own.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), S);
        String id =
                put(own).json().at("/error/additionalInfo/0/info/approvalId").asString();
        assertThat(decide(administrator, id, "approve").code()).isEqualTo("ApprovalNotAllowed");
        assertThat(decide(approver, id, "approve").status()).isEqualTo(200);
    }

    @Test
    void whoMayNotReadTheResourceLearnsNothingOfItsApproval() {
        require("");
        String id = asked();
        SignedIn stranger = administrator.makes("stranger");
        assertThat(stranger.get(ALL + "/" + id).code()).isEqualTo("ApprovalNotFound");
        assertThat(stranger.get(ALL + "/" + id).json().toString())
                .isEqualTo(stranger.get(ALL + "/APR-000000000000")
                        .json()
                        .toString()
                        .replace("APR-000000000000", id));
        assertThat(stranger.get(ALL).json().path("value")).isEmpty();
        assertThat(decide(stranger, id, "approve").code()).isEqualTo("ApprovalNotFound");
        assertThat(maker.get(ALL).json().path("value")).hasSize(1);
    }

    @Test
    void listsHaveFiltersAndPages() {
        require("");
        for (String name : new String[] {"a", "b", "c"}) {
            maker.put(Plane.THINGS + "/" + name + Plane.VERSION, BODY);
        }
        JsonNode first = approver.get(ALL + "?%24top=2").json();
        assertThat(first.path("value")).hasSize(2);
        String next = first.path("nextLink")
                .asString()
                .substring(plane.url().toString().length());
        assertThat(approver.get(next).json().path("value")).hasSize(1);
        assertThat(approver.get(ALL + "?state=Granted").json().path("value")).isEmpty();
        assertThat(approver.get(ALL + "?resource=" + Plane.THINGS + "/b").json().path("value"))
                .hasSize(1);
        assertThat(approver.get(ALL + "?state=Maybe").code()).isEqualTo("InvalidQueryParameter");
    }

    private void requireStatus(String path, String expected) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        Answer answer = maker.get(path);
        while (System.nanoTime() < deadline
                && !answer.json().path("status").asString().equals(expected)) {
            Thread.onSpinWait();
            answer = maker.get(path);
        }
        assertThat(answer.json().path("status").asString()).isEqualTo(expected);
    }

    @Test
    void aWaitingRequestIsPendingUntilItIsApproved() {
        require(", \"mode\": \"wait\"");
        Answer accepted = put(maker);
        assertThat(accepted.status()).isEqualTo(202);
        String status = accepted.response()
                .headers()
                .firstValue("Azure-AsyncOperation")
                .orElseThrow()
                .substring(plane.url().toString().length());
        requireStatus(status, "PendingApproval");
        assertThat(maker.get(THING + Plane.VERSION).status()).isEqualTo(404);
        JsonNode pending = approver.get(ALL).json().path("value").get(0);
        decide(approver, pending.path("id").asString(), "approve");
        requireStatus(status, "Succeeded");
        assertThat(maker.get(THING + Plane.VERSION).status()).isEqualTo(200);
        assertThat(pending.path("operation").asString())
                .isEqualTo(maker.get(status).json().path("name").asString());
    }

    @Test
    void aPlanThatWasShownIsHeld() {
        Answer preview = maker.send("POST", THING + "/whatIf" + Plane.VERSION, BODY);
        String plan = preview.json().path("plan").asString();
        assertThat(plan).startsWith("sha256:");
        Map<String, String> shown = Map.of("x-fairlead-plan", plan);
        assertThat(maker.send("PUT", THING + Plane.VERSION, shown, BODY.replace("3", "4"))
                        .code())
                .isEqualTo("PlanChanged");
        assertThat(maker.send("PUT", THING + Plane.VERSION, Map.of("x-fairlead-plan", "abc"), BODY)
                        .code())
                .isEqualTo("BadRequest");
        assertThat(maker.send("PUT", THING + Plane.VERSION, shown, BODY).status())
                .isEqualTo(201);
        assertThat(maker.send("PUT", THING + Plane.VERSION, shown, BODY).status())
                .isEqualTo(412);
        String deletion = maker.send("POST", THING + "/whatIf" + Plane.VERSION + "&method=delete", "{}")
                .json()
                .path("plan")
                .asString();
        String patch = "{\"properties\": {\"Size\": 5}}";
        String patching = maker.send("POST", THING + "/whatIf" + Plane.VERSION + "&method=patch", patch)
                .json()
                .path("plan")
                .asString();
        assertThat(maker.send("PATCH", THING + Plane.VERSION, Map.of("x-fairlead-plan", patching), patch)
                        .status())
                .isEqualTo(200);
        assertThat(maker.send("DELETE", THING + Plane.VERSION, Map.of("x-fairlead-plan", deletion), "")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void detailsThatAreNotUnderstoodAreRefusedWithTheirPlaces() {
        String definition = S + "/providers/Microsoft.Authorization/policyDefinitions/wrong" + API;
        Answer refused = administrator.put(definition, """
            {"properties": {"mode": "All", "policyRule": {"if": {"field": "type", "exists": true},
              "then": {"effect": "requireApproval", "details": {
                "approvers": {"groupId": "not an id"}, "count": 0, "expiresAfter": "P15D", "mode": "ask",
                "reasonRequired": "yes", "colour": "red"}}}}}
            """);
        assertThat(refused.code()).isEqualTo("InvalidPolicyRule");
        String message = refused.json().at("/error/message").asString();
        for (String member :
                new String[] {"approvers/groupId", "count", "expiresAfter", "mode", "reasonRequired", "colour"}) {
            assertThat(message).contains("/properties/policyRule/then/details/" + member);
        }
    }
}
