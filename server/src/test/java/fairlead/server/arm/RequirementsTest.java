package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requirements of the protocol that no conversation shows.
class RequirementsTest {

    private static final String THING = Plane.THINGS + "/a" + Plane.VERSION;
    private static final String BODY = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";
    private static final String ENDLESS =
            "{\"location\": \"local\", \"properties\": {\"CreateSteps\": 1, \"StepDelaySeconds\": 3600}}";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    @Nested
    class Addresses {

        @Test
        void aQueryParameterThatMeansNothingChangesNothing() {
            plane.put(THING, BODY);
            Answer answer = plane.get(THING + "&colour=red");
            assertThat(answer.json()).isEqualTo(plane.get(THING).json());
        }

        @Test
        void whatIsLookedForMayBeLongAndHaveQuotationMarks() {
            plane.put(THING, BODY);
            String list = Plane.THINGS + Plane.VERSION + "&$filter=name%20eq%20%27";
            for (String text : List.of("o".repeat(6000), "%27%27".repeat(1000), "it%27%27s")) {
                assertThat(plane.get(list + text + "%27").response().body()).isEqualTo("{\"value\":[]}");
                assertThat(plane.get(list + text).code()).isEqualTo("InvalidFilterInQueryString");
            }
        }

        @Test
        void aGroupsNameHasUpToNinetyLettersOfAnyAlphabet() {
            String group = "{\"location\": \"local\"}";
            String longest = "g".repeat(90);
            assertThat(plane.put(Plane.SUBSCRIPTION + "/resourceGroups/" + longest + Plane.VERSION, group)
                            .status())
                    .isEqualTo(201);
            assertThat(plane.put(Plane.SUBSCRIPTION + "/resourceGroups/" + longest + "g" + Plane.VERSION, group)
                            .code())
                    .isEqualTo("InvalidResourceGroup");
            assertThat(plane.put(Plane.SUBSCRIPTION + "/resourceGroups/gr%C3%BCn-_(1).a" + Plane.VERSION, group)
                            .status())
                    .isEqualTo(201);
            assertThat(plane.put(Plane.SUBSCRIPTION + "/resourceGroups/a%20b" + Plane.VERSION, group)
                            .code())
                    .isEqualTo("InvalidResourceGroup");
        }

        @Test
        void aNameHasUpTo260CharactersAndNoneThatAddressesNeed() {
            assertThat(plane.put(Plane.THINGS + "/" + "n".repeat(260) + Plane.VERSION, BODY)
                            .status())
                    .isEqualTo(201);
            assertThat(plane.put(Plane.THINGS + "/" + "n".repeat(261) + Plane.VERSION, BODY)
                            .code())
                    .isEqualTo("InvalidResourceName");
            for (String forbidden : List.of("%3C", "%3E", "%25", "%26", "%3A", "%5C", "%3F", "%2F", "%07")) {
                assertThat(plane.put(Plane.THINGS + "/a" + forbidden + "b" + Plane.VERSION, BODY)
                                .status())
                        .as(forbidden)
                        .isEqualTo(400);
            }
        }

        @Test
        void anApiVersionMayHaveOneOfFiveSuffixes() {
            String groups = Plane.SUBSCRIPTION + "/resourceGroups?api-version=2026-01-01";
            for (String suffix : List.of("", "-preview", "-alpha", "-alpha.1", "-beta", "-rc", "-privatepreview")) {
                assertThat(plane.get(groups + suffix).status()).as(suffix).isEqualTo(200);
            }
            assertThat(plane.get(groups + "-gamma").code()).isEqualTo("InvalidApiVersionParameter");
        }
    }

    @Nested
    class TheEnvelope {

        @Test
        void systemDataStaysWhenNothingIsChanged() {
            Answer made = plane.put(THING, BODY);
            assertThat(plane.put(THING, BODY).json().path("systemData"))
                    .isEqualTo(made.json().path("systemData"));
            plane.put(THING, "{\"properties\": {\"Text\": 5}}");
            assertThat(plane.get(THING).json().path("systemData"))
                    .isEqualTo(made.json().path("systemData"));
        }

        @Test
        void systemDataIsThatOfTheRequest() {
            try (Plane impatient = Plane.start(folder.resolve("impatient"), Duration.ZERO)) {
                Answer made = impatient.put(
                        THING,
                        "{\"location\": \"local\", \"properties\": {\"CreateSteps\": 1, \"StepDelaySeconds\": 0.2,"
                                + " \"Fail\": {\"On\": \"create\", \"Code\": \"AccessDenied\"}}}");
                impatient.ended(made.header("Azure-AsyncOperation"));
                Answer failed = impatient.get(THING);
                assertThat(failed.json().at("/properties/provisioningState").asString(""))
                        .isEqualTo("Failed");
                assertThat(failed.json().path("systemData"))
                        .isEqualTo(made.json().path("systemData"));
            }
        }

        @Test
        void aListShowsWhatASingleReadShows() {
            plane.put(THING, BODY);
            assertThat(plane.get(Plane.THINGS + Plane.VERSION).json().at("/value/0"))
                    .isEqualTo(plane.get(THING).json());
        }

        @Test
        void tagsHaveLimits() {
            assertThat(tagged(tags(50)).status()).isEqualTo(201);
            assertThat(tagged(tags(51)).json().at("/error/details/0/target").asString(""))
                    .isEqualTo("/tags");
            assertThat(tagged("\"" + "k".repeat(512) + "\": \"" + "v".repeat(256) + "\"")
                            .status())
                    .isEqualTo(200);
            assertThat(tagged("\"" + "k".repeat(513) + "\": \"v\"").status()).isEqualTo(400);
            assertThat(tagged("\"k\": \"" + "v".repeat(257) + "\"").status()).isEqualTo(400);
        }

        private Answer tagged(String tags) {
            return plane.put(THING, "{\"location\": \"local\", \"tags\": {" + tags + "}}");
        }

        private static String tags(int many) {
            return IntStream.range(0, many)
                    .mapToObj(i -> "\"k" + i + "\": \"v\"")
                    .collect(Collectors.joining(", "));
        }

        @Test
        void codesArePascalCase() throws IOException {
            String page = Files.readString(Path.of("../docs/reference/errors.md"));
            String table = page.substring(page.indexOf("<!-- generated: codes -->"), page.indexOf("<!-- end of"));
            List<String> codes = Pattern.compile("(?m)^\\| `([^`]+)`")
                    .matcher(table)
                    .results()
                    .map(row -> row.group(1))
                    .toList();
            assertThat(codes).hasSizeGreaterThan(50).allMatch(code -> code.matches("[A-Z][A-Za-z]+"));
        }

        @Test
        void ifMatchIsLookedAtFirst() {
            plane.put(THING, BODY);
            Answer answer = plane.send("PUT", THING, Map.of("If-Match", "\"x\"", "If-None-Match", "*"), BODY);
            assertThat(answer.status()).isEqualTo(412);
            assertThat(answer.json().at("/error/message").asString("")).contains("required by If-Match");
        }
    }

    @Nested
    class AnOperation {

        private Plane impatient;

        @BeforeEach
        void start() {
            impatient = Plane.start(folder.resolve("impatient"), Duration.ZERO);
        }

        @AfterEach
        void stop() {
            impatient.close();
        }

        private String path(Answer begun) {
            return begun.header("Azure-AsyncOperation")
                    .substring(impatient.url().toString().length());
        }

        @Test
        void anOperationOutlivesARestart() {
            String path = path(impatient.put(THING, BODY));
            impatient.ended(path);
            impatient.close();
            start();
            assertThat(impatient.get(path).json().path("status").asString("")).isEqualTo("Succeeded");
        }

        @Test
        void anOperationIsFoundInAnyCase() {
            String path = path(impatient.put(THING, ENDLESS));
            assertThat(impatient
                            .get(path.replace("operationStatuses", "OPERATIONSTATUSES"))
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void anOperationIsFoundBelowItsGroup() {
            String path = path(impatient.put(THING, ENDLESS));
            String end = path.substring(path.indexOf("/operationStatuses"));
            assertThat(impatient.get(Plane.GROUP + end).status()).isEqualTo(200);
            assertThat(impatient
                            .get(Plane.SUBSCRIPTION + "/resourceGroups/gone" + end)
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void anOperationIsFoundInItsSubscriptionOnly() {
            String other = "11111111-1111-1111-1111-111111111111";
            impatient.put("/subscriptions/" + other + "?api-version=2.0", "{\"state\": \"Registered\"}");
            String path = path(impatient.put(THING, ENDLESS));
            Answer answer = impatient.get(path.replaceFirst("/subscriptions/[^/]+", "/subscriptions/" + other));
            assertThat(answer.code()).isEqualTo("OperationNotFound");
        }

        @Test
        void thatItIsBusyIsToldBeforeThatItsStateIsAnother() {
            impatient.put(THING, ENDLESS);
            Answer answer = impatient.put(THING, "{\"properties\": {\"provisioningState\": \"Succeeded\"}}");
            assertThat(answer.code()).isEqualTo("AnotherOperationInProgress");
        }
    }
}
