package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.lambda.RequestEncoder.Asked;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Requests as providers get them.
class RequestEncoderTest {

    private static JsonNode request(String properties) {
        ObjectNode model = (ObjectNode) JsonMapper.shared().readTree(properties);
        byte[] body = new RequestEncoder(Fixtures.schema(), "00000002", false)
                .request(Asked.of(Action.CREATE, model, Memo.NONE), Fixtures.context(Duration.ofSeconds(1)));
        return JsonMapper.shared().readTree(body);
    }

    @Test
    void haveAllThatWrappersRequire() {
        ObjectNode request = (ObjectNode) request("{\"Text\":\"a\"}");
        ObjectNode data = (ObjectNode) request.remove("requestData");
        ObjectNode credentials = (ObjectNode) data.remove("callerCredentials");

        assertThat(request.toString())
                .isEqualTo("{\"action\":\"CREATE\",\"awsAccountId\":\"572285598868\","
                        + "\"bearerToken\":\"5e7c5a0e-7a0b-4c51-9f5e-0d2f34c9a001\",\"region\":\"local\","
                        + "\"resourceType\":\"Initech::Fixture::Thing\",\"resourceTypeVersion\":\"00000002\","
                        + "\"stackId\":\"arn:aws:cloudformation:local:572285598868:stack/fairlead/"
                        + "9f89c84a-559f-3736-b6a4-7ff8daed0d33\",\"callbackContext\":null,"
                        + "\"snapshotRequested\":false,\"rollback\":false,\"driftable\":false}");
        assertThat(data.toString())
                .isEqualTo("{\"logicalResourceId\":\"first\",\"resourceProperties\":{\"Text\":\"a\"},"
                        + "\"typeConfiguration\":{\"Token\":\"a token of a test\"},\"stackTags\":{\"team\":\"a\"},"
                        + "\"previousStackTags\":{\"team\":\"b\"},\"systemTags\":{},\"previousSystemTags\":{}}");
        assertThat(credentials.path("secretAccessKey").asString("")).hasSize(40);
    }

    @Test
    void haveNoNulls() {
        assertThat(request("{\"Text\":null,\"Tags\":{\"a\":null,\"b\":\"c\"}}")
                        .at("/requestData/resourceProperties")
                        .toString())
                .isEqualTo("{\"Tags\":{\"b\":\"c\"}}");
    }

    private static JsonNode action(ObjectNode sku) {
        ObjectNode present = (ObjectNode) JsonMapper.shared().readTree("{\"Id\":\"7\",\"Text\":\"a\"}");
        ObjectNode input = (ObjectNode) JsonMapper.shared().readTree("{\"Times\":3}");
        ObjectNode memo = (ObjectNode) JsonMapper.shared().readTree("{\"callbackContext\":\"{\\\"step\\\":1}\"}");
        ObjectNode identifier = JsonMapper.shared().createObjectNode().put("Id", "7");
        Context context = Fixtures.context(Duration.ofSeconds(1), sku);
        byte[] body = new RequestEncoder(Fixtures.schema(), "00000002", false)
                .request(Asked.of(new Act("blink", identifier, present, input, Optional.of(memo))), context);
        return JsonMapper.shared().readTree(body);
    }

    @Test
    void callAnActionByItsNameWithTheModelAndTheInput() {
        JsonNode request = action(JsonMapper.shared().createObjectNode());

        assertThat(request.path("action").stringValue()).isEqualTo("blink");
        assertThat(request.at("/requestData/resourceProperties").toString()).isEqualTo("{\"Id\":\"7\",\"Text\":\"a\"}");
        assertThat(request.at("/requestData/actionInput").toString()).isEqualTo("{\"Times\":3}");
        assertThat(request.path("callbackContext").toString()).isEqualTo("{\"step\":1}");
        assertThat(request.path("requestData").has("sku")).isFalse();
    }

    @Test
    void sayInWhichSkuTheResourceIsAskedFor() {
        ObjectNode sku =
                JsonMapper.shared().createObjectNode().put("name", "Large").put("capacity", 3);

        assertThat(action(sku).at("/requestData/sku").toString()).isEqualTo("{\"name\":\"Large\",\"capacity\":3}");
    }

    private static Answer answer(boolean exact, String event) throws Answer.Unreadable {
        return new RequestEncoder(Fixtures.schema(), "00000001", exact).answer(event.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void takeNothingForWhatAHostNeedNotMind() throws Answer.Unreadable {
        String event = """
            {"status": "IN_PROGRESS", "callbackDelaySeconds": -5, "resourceModels": null, "nextToken": ""}\
            """;

        Answer patient = answer(false, event);
        assertThat(patient.delay()).isZero();
        assertThat(patient.result().nextToken()).isEmpty();

        Answer exact = answer(true, event);
        assertThat(exact.delay()).hasSeconds(-5);
        assertThat(exact.result().nextToken()).contains("");
        assertThat(exact.result().models()).isEmpty();
        assertThat(answer(true, "{\"status\": \"SUCCESS\", \"resourceModels\": []}")
                        .result()
                        .models())
                .contains(List.of());
    }

    @Test
    void keepAnAccountOfTwelveDigits() {
        assertThat(RequestEncoder.account("123456789012")).isEqualTo("123456789012");
        assertThat(RequestEncoder.account("a")).matches("\\d{12}").isEqualTo(RequestEncoder.account("a"));
    }
}
