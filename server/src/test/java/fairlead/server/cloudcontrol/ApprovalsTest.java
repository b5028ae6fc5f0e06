package fairlead.server.cloudcontrol;

import static fairlead.server.cloudcontrol.Cloud.SUBSCRIPTION;
import static fairlead.server.cloudcontrol.Cloud.WIDGET;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;

/// A change that waits for an approval, as callers of Cloud Control meet it.
class ApprovalsTest {

    private static final String SCOPE = "/subscriptions/" + SUBSCRIPTION;
    private static final String DEFINITION = SCOPE + "/providers/Microsoft.Authorization/policyDefinitions/approve";
    private static final String API = "?api-version=2025-11-01";
    private static final String ONE = "{\"Name\": \"one\", \"Size\": 1}";

    @TempDir
    private Path folder;

    private Cloud cloud;

    @BeforeEach
    void begin() {
        cloud = new Cloud(folder, Duration.ZERO);
        cloud.plane.put(DEFINITION + API, """
            {"properties": {"mode": "All", "policyRule": {"if": {"field": "name", "equals": "one"},
              "then": {"effect": "requireApproval", "details": {"mode": "wait",
                "approvers": {"groupId": "0199a1b2-0000-4000-8000-0000000000aa"}}}}}}
            """);
        assertThat(cloud.plane
                        .put(
                                SCOPE + "/providers/Microsoft.Authorization/policyAssignments/approve" + API,
                                "{\"properties\": {\"policyDefinitionId\": \"" + DEFINITION + "\"}}")
                        .status())
                .isEqualTo(201);
    }

    @AfterEach
    void end() {
        cloud.close();
    }

    private ProgressEvent asked() {
        ProgressEvent begun = cloud.alice
                .createResource(request -> request.typeName(WIDGET).desiredState(ONE))
                .progressEvent();
        String token = begun.requestToken();
        ProgressEvent event = begun;
        while (event.statusMessage() == null || event.statusMessage().isEmpty()) {
            event = cloud.alice
                    .getResourceRequestStatus(request -> request.requestToken(token))
                    .progressEvent();
        }
        return event;
    }

    @Test
    void isPendingUntilItIsApprovedAndIsCarriedOutThen() {
        ProgressEvent waiting = asked();
        assertThat(waiting.operationStatusAsString()).isEqualTo("PENDING");
        assertThat(waiting.statusMessage()).contains("waiting for approval APR-");
        assertThat(cloud.alice
                        .listResources(request -> request.typeName(WIDGET))
                        .resourceDescriptions())
                .isEmpty();

        String id = waiting.statusMessage().replaceAll(".*(APR-[0-9A-Z]+).*", "$1");
        cloud.plane.send("POST", "/fairlead/approvals/" + id + "/override", "{\"reason\": \"tried out\"}");

        assertThat(cloud.ended(waiting).operationStatusAsString()).isEqualTo("SUCCESS");
        assertThat(cloud.properties(WIDGET, "one")).contains("\"Size\":1");
    }

    @Test
    void endsWithoutAChangeWhenItIsCanceled() {
        ProgressEvent waiting = asked();

        cloud.alice.cancelResourceRequest(request -> request.requestToken(waiting.requestToken()));

        assertThat(cloud.ended(waiting).operationStatusAsString()).isEqualTo("CANCEL_COMPLETE");
        assertThat(cloud.alice
                        .listResources(request -> request.typeName(WIDGET))
                        .resourceDescriptions())
                .isEmpty();
    }
}
