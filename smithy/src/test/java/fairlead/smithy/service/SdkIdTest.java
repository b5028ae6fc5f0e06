package fairlead.smithy.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SdkIdTest {

    record Known(String id, String title, String derived) {

        static Known of(String line) {
            String[] columns = line.split(" \\| ", -1);
            return new Known(columns[0], columns[1], columns[2]);
        }
    }

    static Stream<Known> appendix() throws IOException {
        try (var cases = Objects.requireNonNull(SdkIdTest.class.getResourceAsStream("sdk-ids.txt"))) {
            String text = new String(cases.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).map(Known::of);
        }
    }

    @ParameterizedTest
    @MethodSource("appendix")
    void isSuggestedByTheSixSteps(Known known) {
        assertThat(SdkId.suggested(Optional.empty(), known.title())).contains(new SdkId(known.derived()));
    }

    @ParameterizedTest
    @MethodSource("appendix")
    void ofTheAppendixKeepsEveryMust(Known known) {
        assertThat(new SdkId(known.id()).breaches()).noneMatch(SdkId.Breach::must);
    }

    @Test
    void isMadeOfTheAbbreviationWhereThereIsOne() {
        assertThat(SdkId.suggested(Optional.of("Amazon S3"), "Amazon Simple Storage Service"))
                .contains(new SdkId("S3"));
    }

    @Test
    void hasOneSpaceWhereAWordWasRemoved() {
        assertThat(SdkId.suggested(Optional.empty(), "Data Automation for Amazon Bedrock"))
                .contains(new SdkId("Data Automation for Bedrock"));
    }

    @Test
    void isNotSuggestedWhereNothingIsLeft() {
        assertThat(SdkId.suggested(Optional.empty(), "AWS Service")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1Password, must match",
        "Two  Spaces, must match",
        "'Ends ', must match",
        "My-Thing, must match",
        "AWS Thing, MUST NOT contain",
        "Amazon Thing, MUST NOT contain",
        "My Service, SHOULD NOT",
        "Gateway api, SHOULD NOT"
    })
    void saysWhichSentenceItBreaks(String id, String sentence) {
        assertThat(new SdkId(id).breaches())
                .singleElement()
                .satisfies(breach -> assertThat(breach.rule()).contains(sentence));
    }

    @Test
    void saysAllSentencesItBreaks() {
        assertThat(new SdkId("AWS-Service").breaches()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "API Gateway, apigateway, ApiGatewayClient",
        "DynamoDB, dynamodb, DynamoDbClient",
        "S3, s3, S3Client",
        "Elastic Load Balancing v2, elasticloadbalancingv2, ElasticLoadBalancingV2Client"
    })
    void namesCommandAndClient(String id, String command, String client) {
        SdkId sdkId = new SdkId(id);
        assertThat(List.of(sdkId.command(), sdkId.clientClass())).containsExactly(command, client);
    }
}
