package fairlead.server.tagging;

import static fairlead.server.tagging.Shop.arn;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// ARNs of resources, at all doors.
class ArnsTest {

    @TempDir
    private static Path folder;

    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = new Shop(folder);
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    private static Answer resource(String arn) {
        return shop.plane.get("/fairlead/resources?arn=" + URLEncoder.encode(arn, StandardCharsets.UTF_8));
    }

    @Test
    void areAsTheRegistrationSays() {
        Answer made = shop.put("cellars", "north");

        assertThat(made.header("x-fairlead-arn")).isEqualTo(arn("cellar", "north"));
        assertThat(shop.get("cellars", "north").header("x-fairlead-arn")).isEqualTo(arn("cellar", "north"));
        assertThat(resource(arn("cellar", "north")).json().at("/value/0/id").asString())
                .isEqualTo(Shop.WINE + "cellars/north");
    }

    @Test
    void areAsTheHandlerTellsThem() {
        Answer made = shop.put("bottles", "red");

        assertThat(made.header("x-fairlead-arn")).isEmpty();
        assertThat(made.json().at("/properties/Arn").asString()).isEqualTo(arn("bottle", "red"));
        assertThat(resource(arn("bottle", "red"))
                        .json()
                        .at("/value/0/identifier")
                        .asString())
                .isEqualTo("red");
    }

    @Test
    void areAsEveryTypeHasThemElse() {
        shop.put("racks", "r1");
        String arn = "arn:aws:acme-wine:eu-west-1:000000000000:rack/r1";

        assertThat(shop.get("racks", "r1").header("x-fairlead-arn")).isEqualTo(arn);
        assertThat(resource(arn).json().at("/value/0/typeName").asString()).isEqualTo("Acme::Wine::Rack");
    }

    @Test
    void meanNothingElsewhere() {
        shop.put("cellars", "here");

        assertThat(resource("arn:aws:wine:us-east-1:000000000000:cellar/here").status())
                .isEqualTo(404);
        assertThat(resource("arn:aws:wine:eu-west-1:111111111111:cellar/here").status())
                .isEqualTo(404);
        assertThat(resource("arn:aws-cn:wine:eu-west-1:000000000000:cellar/here")
                        .status())
                .isEqualTo(404);
        assertThat(resource("no arn").status()).isEqualTo(404);
        assertThat(shop.plane.get("/fairlead/resources").status()).isEqualTo(400);
    }

    @Test
    void meanNothingAnyMore() {
        shop.put("bottles", "empty");
        shop.plane.send("DELETE", Shop.WINE + "bottles/empty" + Plane.VERSION, "");

        assertThat(resource(arn("bottle", "empty")).status()).isEqualTo(404);
    }

    @Test
    void areIdentifiersOfTheCloudControlApiWhereTheTypeSaysSo() {
        shop.put("cellars", "cc");
        shop.put("bottles", "cc");

        assertThat(identifier("Acme::Wine::Cellar", arn("cellar", "cc"))).isEqualTo("cc");
        assertThat(identifier("Acme::Wine::Bottle", arn("bottle", "cc"))).isEqualTo("cc");
    }

    private static String identifier(String type, String arn) {
        return shop.cloud
                .getResource(request -> request.typeName(type).identifier(arn))
                .resourceDescription()
                .identifier();
    }

    @Test
    void areToldByTheCloudControlApi() {
        shop.put("cellars", "told");

        assertThat(shop.cloud
                        .getResource(request ->
                                request.typeName("Acme::Wine::Cellar").identifier("told"))
                        .sdkHttpResponse()
                        .firstMatchingHeader("x-fairlead-arn"))
                .contains(arn("cellar", "told"));
    }

    @Test
    void leadFromOneResourceToTheNext() {
        shop.put("cellars", "deep");
        shop.put("bottles", "neighbour");
        String beside = "[\"" + arn("bottle", "neighbour") + "\", \"" + arn("cellar", "nowhere")
                + "\", \"arn:aws:s3:::photo\"]";
        shop.put(
                "bottles",
                "linked",
                "{\"Cellar\": \"deep\", \"Maker\": \"arn:aws:other::1:maker/m\", \"Beside\": " + beside + "}",
                "");
        shop.put("bottles", "lost", "{\"Cellar\": \"gone\"}", "");

        assertThat(references("linked")).isEqualTo(Shop.json("""
            [{"pointer": "/Beside/0", "value": "%s", "state": "live", "targets": ["%sbottles/neighbour"]},
             {"pointer": "/Beside/1", "value": "%s", "state": "dangling", "targets": []},
             {"pointer": "/Cellar", "value": "deep", "typeName": "Acme::Wine::Cellar", "state": "live",
              "targets": ["%scellars/deep"]},
             {"pointer": "/Maker", "value": "arn:aws:other::1:maker/m", "typeName": "Other::Wine::Maker",
              "state": "foreign", "targets": []}]
            """.formatted(
                        arn("bottle", "neighbour"), Shop.WINE, arn("cellar", "nowhere"), Shop.WINE)));
        assertThat(references("lost").at("/0/state").asString()).isEqualTo("dangling");
    }

    private static JsonNode references(String bottle) {
        JsonNode graph = shop.plane
                .get("/fairlead/graph?subscription=00000000-0000-0000-0000-000000000000&$top=1000")
                .json();
        JsonNode references = StreamSupport.stream(graph.path("value").spliterator(), false)
                .filter(node -> node.path("identifier").asString("").equals(bottle))
                .findFirst()
                .orElseThrow()
                .path("references");
        var sorted = Shop.json("[]");
        StreamSupport.stream(references.spliterator(), false)
                .sorted((a, b) ->
                        a.path("pointer").asString().compareTo(b.path("pointer").asString()))
                .forEach(((tools.jackson.databind.node.ArrayNode) sorted)::add);
        return sorted;
    }
}
