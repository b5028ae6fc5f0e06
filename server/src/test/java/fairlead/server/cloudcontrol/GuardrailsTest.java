package fairlead.server.cloudcontrol;

import static fairlead.server.cloudcontrol.Cloud.SUBSCRIPTION;
import static fairlead.server.cloudcontrol.Cloud.WIDGET;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudcontrol.model.HandlerErrorCode;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;

/// What guardrails refuse and change, as callers of Cloud Control meet it.
class GuardrailsTest {

    private static final String SCOPE = "/subscriptions/" + SUBSCRIPTION;
    private static final String ASSIGNMENTS = SCOPE + "/providers/Microsoft.Authorization/policyAssignments/";
    private static final String DEFINITIONS = "/providers/Microsoft.Authorization/policyDefinitions/";
    private static final String API = "?api-version=2025-11-01";

    @TempDir
    private Path folder;

    private Cloud cloud;

    @BeforeEach
    void begin() {
        cloud = new Cloud(folder);
        cloud.create(WIDGET, "{\"Name\": \"first\", \"Size\": 1}");
    }

    @AfterEach
    void end() {
        cloud.close();
    }

    private void assign(String name, String definition, String parameters) {
        assertThat(cloud.plane
                        .put(ASSIGNMENTS + name + API, """
                            {"properties": {"policyDefinitionId": "%s", "parameters": %s}}
                            """.formatted(definition, parameters))
                        .status())
                .isEqualTo(201);
    }

    private void requireOwner() {
        assign("owner", DEFINITIONS + "871b6d14-10aa-478d-b590-94f262ecfa99", "{\"tagName\": {\"value\": \"owner\"}}");
    }

    @Test
    void aRefusedCreateIsARequestThatHasEnded() {
        requireOwner();
        ProgressEvent refused = cloud.create(WIDGET, "{\"Name\": \"one\", \"Size\": 1}");
        assertThat(refused.operationStatusAsString()).isEqualTo("FAILED");
        assertThat(refused.errorCode()).isEqualTo(HandlerErrorCode.ACCESS_DENIED);
        assertThat(refused.statusMessage()).contains("disallowed by policy", ASSIGNMENTS + "owner");
        ProgressEvent made = cloud.create(
                WIDGET, "{\"Name\": \"one\", \"Size\": 1, \"Tags\": [{\"Key\": \"owner\", \"Value\": \"ann\"}]}");
        assertThat(made.operationStatusAsString()).isEqualTo("SUCCESS");
    }

    @Test
    void aRefusedUpdateIsARequestThatHasEnded() {
        requireOwner();
        ProgressEvent refused =
                cloud.patch(WIDGET, "first", "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": 2}]");
        assertThat(refused.errorCode()).isEqualTo(HandlerErrorCode.ACCESS_DENIED);
    }

    @Test
    void aTagThatARuleAddsIsAmongTheProperties() {
        cloud.plane.put(SCOPE + "/providers/Microsoft.Authorization/policyDefinitions/team" + API, """
            {"properties": {"mode": "All", "policyRule": {
              "if": {"field": "tags.team", "notEquals": "blue"},
              "then": {"effect": "modify", "details": {"operations": [
                {"operation": "addOrReplace", "field": "tags.team", "value": "blue"}]}}}}}
            """);
        assign("team", SCOPE + DEFINITIONS + "team", "{}");
        assertThat(cloud.create(WIDGET, "{\"Name\": \"one\", \"Size\": 1}").operationStatusAsString())
                .isEqualTo("SUCCESS");
        assertThat(cloud.properties(WIDGET, "one")).contains("\"team\"", "\"blue\"");
        String before = cloud.properties(WIDGET, "one");
        assertThat(cloud.patch(WIDGET, "one", "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": 1}]")
                        .operationStatusAsString())
                .isEqualTo("SUCCESS");
        assertThat(cloud.properties(WIDGET, "one")).isEqualTo(before);
    }

    @Test
    void ofASecretARuleSeesThatItIsSet() {
        assign("secret", DEFINITIONS + "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7b04", """
            {"resourceType": {"value": "Test.Cloud/widgets"}, "property": {"value": "Test.Cloud/widgets/secret"}}
            """);
        assertThat(cloud.create(WIDGET, "{\"Name\": \"one\", \"Size\": 1}").errorCode())
                .isEqualTo(HandlerErrorCode.ACCESS_DENIED);
        assertThat(cloud.create(WIDGET, "{\"Name\": \"two\", \"Size\": 1, \"Secret\": \"hidden\"}")
                        .operationStatusAsString())
                .isEqualTo("SUCCESS");
        cloud.plane.put(SCOPE + "/providers/Microsoft.Authorization/policyDefinitions/guess" + API, """
            {"properties": {"mode": "All", "policyRule": {
              "if": {"field": "Test.Cloud/widgets/secret", "equals": "hidden"}, "then": {"effect": "deny"}}}}
            """);
        assign("guess", SCOPE + DEFINITIONS + "guess", "{}");
        assertThat(cloud.create(WIDGET, "{\"Name\": \"three\", \"Size\": 1, \"Secret\": \"hidden\"}")
                        .operationStatusAsString())
                .isEqualTo("SUCCESS");
    }

    @Test
    void theTagsOfAWidgetCanNotBeTakenAwayByTagging() {
        requireOwner();
        assertThat(cloud.plane
                        .send(
                                "PUT",
                                Cloud.WIDGETS + "first/providers/Microsoft.Resources/tags/default"
                                        + "?api-version=2026-11-01",
                                "{\"properties\": {\"tags\": {\"other\": \"x\"}}}")
                        .code())
                .isEqualTo("RequestDisallowedByPolicy");
    }
}
