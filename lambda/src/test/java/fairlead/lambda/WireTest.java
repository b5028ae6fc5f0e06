package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.lambda.Wire.Asked;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Requests as providers get them.
class WireTest {

    private static JsonNode request(String properties) {
        ObjectNode model = (ObjectNode) JsonMapper.shared().readTree(properties);
        byte[] body = new Wire(Fixtures.schema(), "00000002", false)
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

    @Test
    void keepAnAccountOfTwelveDigits() {
        assertThat(Wire.account("123456789012")).isEqualTo("123456789012");
        assertThat(Wire.account("a")).matches("\\d{12}").isEqualTo(Wire.account("a"));
    }
}
