package fairlead.server.tagging;

import static fairlead.server.tagging.Shop.arn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.FailureInfo;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.GetResourcesRequest;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.InvalidParameterException;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.ResourceTagMapping;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.Tag;
import software.amazon.awssdk.services.resourcegroupstaggingapi.model.TagFilter;
import tools.jackson.databind.JsonNode;

/// The AWS SDK for Java tags resources by their ARNs, and an ARM client sees the same tags.
class TaggingTest {

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

    private static Map<String, FailureInfo> tag(String arn, Map<String, String> tags) {
        return shop.tagging
                .tagResources(request -> request.resourceARNList(arn).tags(tags))
                .failedResourcesMap();
    }

    private static List<ResourceTagMapping> found(TagFilter... filters) {
        return shop.tagging.getResources(request -> request.tagFilters(filters)).resourceTagMappingList();
    }

    private static TagFilter filter(String key, String... values) {
        return TagFilter.builder().key(key).values(values).build();
    }

    @Nested
    class AResource {

        @Test
        void getsTagsBesideThoseThatItHas() {
            shop.put("cellars", "more", "{}", ", \"tags\": {\"kept\": \"1\", \"changed\": \"1\"}");

            assertThat(tag(arn("cellar", "more"), Map.of("changed", "2", "new", "")))
                    .isEmpty();

            assertThat(shop.tags("cellars", "more"))
                    .isEqualTo(Shop.json("{\"kept\": \"1\", \"changed\": \"2\", \"new\": \"\"}"));
        }

        @Test
        void losesTags() {
            shop.put("cellars", "less", "{}", ", \"tags\": {\"kept\": \"1\", \"Gone\": \"1\"}");

            shop.tagging.untagResources(
                    request -> request.resourceARNList(arn("cellar", "less")).tagKeys("gone", "neverThere"));

            assertThat(shop.tags("cellars", "less")).isEqualTo(Shop.json("{\"kept\": \"1\"}"));
        }

        @Test
        void hasAnotherEntityTagAfterwardsAndARecordOfWhoDidIt() {
            shop.put("cellars", "noted");
            Answer before = shop.get("cellars", "noted");

            tag(arn("cellar", "noted"), Map.of("a", "1"));

            Answer after = shop.get("cellars", "noted");
            assertThat(after.header("ETag")).isNotEqualTo(before.header("ETag"));
            JsonNode records = shop.plane
                    .get("/fairlead/audit?resource=" + after.json().path("id").asString())
                    .json()
                    .path("value");
            assertThat(records).hasSize(2);
        }

        @Test
        void keepsItsEntityTagIfNothingDiffers() {
            shop.put("cellars", "same", "{}", ", \"tags\": {\"a\": \"1\"}");
            String before = shop.get("cellars", "same").header("ETag");

            tag(arn("cellar", "same"), Map.of("a", "1"));

            assertThat(shop.get("cellars", "same").header("ETag")).isEqualTo(before);
        }

        @Test
        void isToldOfTagsThatItKeepsInAProperty() {
            shop.put("bottles", "told", "{\"Tags\": [{\"Key\": \"a\", \"Value\": \"1\"}]}", "");

            tag(arn("bottle", "told"), Map.of("b", "2"));

            JsonNode bottle = shop.get("bottles", "told").json();
            assertThat(bottle.path("tags")).isEqualTo(Shop.json("{\"a\": \"1\", \"b\": \"2\"}"));
            assertThat(bottle.at("/properties/Tags"))
                    .isEqualTo(Shop.json("[{\"Key\": \"a\", \"Value\": \"1\"}, {\"Key\": \"b\", \"Value\": \"2\"}]"));
        }
    }

    @Nested
    class OfSeveralResources {

        @Test
        void thoseThatCanNotBeTaggedDoNotKeepTheOthersFromIt() {
            shop.put("cellars", "one");
            Map<String, FailureInfo> failed = shop.tagging
                    .tagResources(request -> request.resourceARNList(
                                    arn("cellar", "one"),
                                    arn("cellar", "missing"),
                                    "arn:aws:wine:eu-west-1:999999999999:cellar/one",
                                    "arn:aws:wine:us-east-1:000000000000:cellar/one")
                            .tags(Map.of("a", "1")))
                    .failedResourcesMap();

            assertThat(failed).hasSize(3).allSatisfy((_, failure) -> {
                assertThat(failure.statusCode()).isEqualTo(404);
                assertThat(failure.errorCodeAsString()).isEqualTo("InvalidParameterException");
            });
            assertThat(shop.tags("cellars", "one")).isEqualTo(Shop.json("{\"a\": \"1\"}"));
        }

        @Test
        void thoseWithTooManyTagsAreTold() {
            StringBuilder tags = new StringBuilder("\"t0\": \"\"");
            for (int i = 1; i < 50; i++) {
                tags.append(", \"t").append(i).append("\": \"\"");
            }
            shop.put("cellars", "full", "{}", ", \"tags\": {" + tags + "}");

            assertThat(tag(arn("cellar", "full"), Map.of("one", "more")))
                    .hasEntrySatisfying(
                            arn("cellar", "full"),
                            failure -> assertThat(failure.errorMessage()).contains("at most 50 tags"));
        }
    }

    @Nested
    class ATag {

        @ParameterizedTest
        @ValueSource(strings = {"aws:reserved", "AWS:reserved", "microsoft", "a/b", "a<b", "a;b", "tab\t"})
        void hasToBeOneAtBothDoors(String key) {
            assertThatThrownBy(() -> tag(arn("cellar", "any"), Map.of(key, "1")))
                    .isInstanceOf(InvalidParameterException.class);
        }

        @Test
        void isOfLimitedLength() {
            assertThatThrownBy(() -> tag(arn("cellar", "any"), Map.of("k".repeat(129), "1")))
                    .hasMessageContaining("1 to 128 characters");
            assertThatThrownBy(() -> tag(arn("cellar", "any"), Map.of("k", "v".repeat(257))))
                    .hasMessageContaining("up to 256 characters");
        }
    }

    @Nested
    class ASearch {

        @Test
        void findsResourcesByTheirTags() {
            shop.put("cellars", "blue", "{}", ", \"tags\": {\"Search\": \"blue\", \"team\": \"x\"}");
            shop.put("bottles", "red", "{}", ", \"tags\": {\"Search\": \"red\", \"team\": \"x\"}");
            shop.put("bottles", "green", "{}", ", \"tags\": {\"Search\": \"green\"}");

            assertThat(found(filter("Search")))
                    .extracting(ResourceTagMapping::resourceARN)
                    .containsExactlyInAnyOrder(arn("cellar", "blue"), arn("bottle", "red"), arn("bottle", "green"));
            assertThat(found(filter("Search", "blue", "red"), filter("team", "x")))
                    .hasSize(2);
            assertThat(found(filter("Search", "blue")))
                    .singleElement()
                    .satisfies(mapping -> assertThat(mapping.tags())
                            .containsExactlyInAnyOrder(
                                    Tag.builder().key("Search").value("blue").build(),
                                    Tag.builder().key("team").value("x").build()));
            assertThat(found(filter("Search", "yellow"))).isEmpty();
        }

        @Test
        void findsResourcesOfAType() {
            shop.put("cellars", "typed", "{}", ", \"tags\": {\"typed\": \"\"}");
            shop.put("bottles", "typed", "{}", ", \"tags\": {\"typed\": \"\"}");

            GetResourcesRequest request = GetResourcesRequest.builder()
                    .tagFilters(filter("typed"))
                    .resourceTypeFilters("wine:bottle", "other")
                    .build();

            assertThat(shop.tagging.getResources(request).resourceTagMappingList())
                    .extracting(ResourceTagMapping::resourceARN)
                    .containsExactly(arn("bottle", "typed"));
        }

        @Test
        void givesPageAfterPage() {
            for (int i = 0; i < 7; i++) {
                shop.put("cellars", "page" + i, "{}", ", \"tags\": {\"paged\": \"" + i % 2 + "\"}");
            }

            List<List<ResourceTagMapping>> pages = shop
                    .tagging
                    .getResourcesPaginator(
                            request -> request.tagFilters(filter("paged")).resourcesPerPage(3))
                    .stream()
                    .map(page -> page.resourceTagMappingList())
                    .toList();

            assertThat(pages).allSatisfy(page -> assertThat(page).hasSizeLessThanOrEqualTo(3));
            assertThat(pages.stream().flatMap(List::stream).map(ResourceTagMapping::resourceARN))
                    .doesNotHaveDuplicates()
                    .hasSize(7);
        }

        @Test
        void looksUpThoseThatAreNamed() {
            shop.put("cellars", "named", "{}", ", \"tags\": {\"a\": \"1\"}");

            assertThat(shop.tagging
                            .getResources(request -> request.resourceARNList(arn("cellar", "named"), "arn:aws:s3:::x"))
                            .resourceTagMappingList())
                    .extracting(ResourceTagMapping::resourceARN)
                    .containsExactly(arn("cellar", "named"));
        }

        @Test
        void doesNotTakeTheTokenOfAnother() {
            assertThatThrownBy(() -> shop.tagging.getResources(request -> request.paginationToken("bm90IG91cnM=")))
                    .isInstanceOf(InvalidParameterException.class);
        }

        @Test
        void tellsKeysAndValues() {
            shop.put("cellars", "k1", "{}", ", \"tags\": {\"CamelCase\": \"1\"}");
            shop.put("cellars", "k2", "{}", ", \"tags\": {\"CamelCase\": \"2\"}");
            shop.put("cellars", "k3", "{}", ", \"tags\": {\"CamelCase\": \"2\"}");

            assertThat(shop.tagging.getTagKeys(request -> {}).tagKeys()).contains("CamelCase");
            assertThat(shop.tagging
                            .getTagValues(request -> request.key("CamelCase"))
                            .tagValues())
                    .containsExactly("1", "2");
        }
    }

    @Nested
    class TheOperationsOnOneResource {

        @Test
        void setListAndTakeAway() {
            shop.put("cellars", "single");
            String name = "{\"resourceArn\": \"" + arn("cellar", "single") + "\"";

            shop.operation("TagResource", name + ", \"tags\": [{\"key\": \"a\", \"value\": \"1\"}, {\"key\": \"b\"}]}");
            assertThat(Shop.json(shop.operation("ListTagsForResource", name + "}")))
                    .isEqualTo(Shop.json(
                            "{\"tags\": [{\"key\": \"a\", \"value\": \"1\"}, {\"key\": \"b\", \"value\": \"\"}]}"));

            shop.operation("UntagResource", name + ", \"tagKeys\": [\"a\"]}");
            assertThat(shop.tags("cellars", "single")).isEqualTo(Shop.json("{\"b\": \"\"}"));
        }

        @Test
        void sayWhatIsWrong() {
            String missing = "{\"resourceArn\": \"" + arn("cellar", "nobody") + "\"";

            assertThat(fault("ListTagsForResource", missing + "}")).isEqualTo("ResourceNotFoundException");
            assertThat(fault("ListTagsForResource", "{}")).isEqualTo("ValidationException");
            assertThat(fault("TagResource", missing + ", \"tags\": [{\"key\": \"aws:a\"}]}"))
                    .isEqualTo("ValidationException");
            assertThat(fault("UntagResource", missing + ", \"tagKeys\": []}")).isEqualTo("ValidationException");
            assertThat(fault("TagEverything", "{}")).isEqualTo("UnknownOperationException");
            assertThat(fault("TagResource", "[]")).isEqualTo("SerializationException");
        }

        private static String fault(String operation, String body) {
            return Shop.json(shop.operation(operation, body)).path("__type").asString();
        }
    }

    @Test
    void areThoseThatArmShowsOfATypeThatSaysNothing() {
        String things = Plane.THINGS + "/tagged" + Plane.VERSION;
        shop.plane.put(things, "{\"location\": \"eu-west-1\", \"properties\": {}}");
        String arn = shop.plane.get(things).header("x-fairlead-arn");

        assertThat(arn).startsWith("arn:aws:fairlead-lab:eu-west-1:000000000000:thing/");
        assertThat(tag(arn, Map.of("a", "1"))).isEmpty();
        assertThat(shop.plane.get(things).json().path("tags")).isEqualTo(Shop.json("{\"a\": \"1\"}"));
    }
}
