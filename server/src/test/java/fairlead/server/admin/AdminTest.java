package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.type.Archives;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The native API as its clients see it.
class AdminTest {

    private static final String TYPES = "/fairlead/types";
    private static final String BOOKMARK = TYPES + "/Example::Web::Bookmark";
    private static final String THING = TYPES + "/Fairlead::Lab::Thing";
    private static final String BOOKMARKS = Plane.GROUP + "/providers/Example.Web/bookmarks";
    private static final String NEWS = BOOKMARKS + "/news";
    private static final String FIRST = "?api-version=2026-11-01";
    private static final String SECOND = "?api-version=2026-12-01";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(
                folder.resolve("data"),
                PATIENCE,
                "--handler-files=" + folder.resolve("bookmarks"),
                "--handler-files=" + folder.resolve("elsewhere"));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Answer register(byte[] archive) {
        return plane.post(TYPES + "?tests=skip", "application/zip", archive);
    }

    private void registerAndConfigure() {
        register(Archives.example());
        configure("bookmarks");
    }

    private Answer configure(String name) {
        return plane.put(BOOKMARK + "/configuration", "{\"Folder\": \"" + folder.resolve(name) + "\"}");
    }

    private Answer putNews(String version, String url) {
        return plane.put(NEWS + version, "{\"location\": \"local\", \"properties\": {\"Url\": \"" + url + "\"}}");
    }

    private JsonNode listed(String typeName) {
        return plane.get(TYPES)
                .json()
                .path("value")
                .valueStream()
                .filter(type -> type.path("typeName").asString("").equals(typeName))
                .findFirst()
                .orElseThrow();
    }

    @Nested
    class ARegisteredType {

        @Test
        void isAnsweredWithAllThatIsKnownOfIt() {
            Answer answer = register(Archives.example());

            assertThat(answer.status()).isEqualTo(201);
            JsonNode type = answer.json();
            assertThat(type.path("typeName").stringValue()).isEqualTo("Example::Web::Bookmark");
            assertThat(type.path("armType").stringValue()).isEqualTo("Example.Web/bookmarks");
            assertThat(type.path("version").stringValue()).isEqualTo("00000001");
            assertThat(type.path("source").stringValue()).isEqualTo("registered");
            assertThat(type.path("handlers").toString())
                    .isEqualTo("[\"create\",\"read\",\"update\",\"delete\",\"list\"]");
            assertThat(type.at("/schema/primaryIdentifier/0").stringValue()).isEqualTo("/properties/Name");
            assertThat(type.path("findings").toString()).isEqualTo("[]");
        }

        @Test
        void isTheSameWhenItIsRegisteredAgain() {
            register(Archives.example());

            Answer again = register(Archives.example());

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.json().path("versions").size()).isEqualTo(1);
        }

        @Test
        void saysThatItIsUntested() {
            JsonNode version = register(Archives.example()).json().at("/versions/0");

            assertThat(version.path("tested").booleanValue()).isFalse();
            assertThat(version.has("tests")).isFalse();
        }

        @Test
        void isRefusedWithoutAReportOfItsTests() {
            Answer answer = plane.post(TYPES, "application/zip", Archives.example());

            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).isEqualTo("ContractTestsRequired");
            assertThat(plane.post(TYPES + "?tests=no", "application/zip", Archives.example())
                            .code())
                    .isEqualTo("InvalidTests");
        }

        @Test
        void isListedAmongTheOthers() {
            registerAndConfigure();
            putNews(FIRST, "https://example.org");

            JsonNode type = listed("Example::Web::Bookmark");
            assertThat(type.path("resources").intValue()).isEqualTo(1);
            assertThat(type.path("defaultVersion").stringValue()).isEqualTo("00000001");
            assertThat(type.at("/versions/0/apiVersion").stringValue()).isEqualTo("2026-11-01");
            assertThat(type.at("/versions/0/digest").stringValue()).hasSize(64);
            assertThat(type.has("schema")).isFalse();
            assertThat(listed("Fairlead::Lab::Thing").path("source").stringValue())
                    .isEqualTo("shipped");
            assertThat(listed("Fairlead::Tls::Certificate").path("parent").stringValue())
                    .isEqualTo("Fairlead::Tls::Authority");
        }

        @Test
        void hasResourcesLikeAnyOther() {
            registerAndConfigure();

            Answer created = putNews(FIRST, "https://example.org");
            Answer changed = putNews(FIRST, "https://example.org/news");

            assertThat(created.status()).isEqualTo(201);
            assertThat(changed.status()).isEqualTo(200);
            assertThat(changed.json().at("/properties/AddedAt"))
                    .isEqualTo(created.json().at("/properties/AddedAt"));
            assertThat(folder.resolve("bookmarks").resolve("news.json"))
                    .content()
                    .contains("https://example.org/news");
            assertThat(plane.send("DELETE", NEWS + FIRST, "").status()).isEqualTo(200);
            assertThat(folder.resolve("bookmarks")).isEmptyDirectory();
        }

        @Test
        void isStillThereAfterARestartWithItsResourcesVersionsAndConfiguration() {
            registerAndConfigure();
            register(Archives.exampleWith("2026-11-01", "2026-12-01"));
            plane.put(BOOKMARK + "/defaultVersion", "{\"version\": \"00000001\"}");
            putNews(FIRST, "https://example.org");
            JsonNode before = plane.get(BOOKMARK).json();

            plane.close();
            start();

            assertThat(plane.get(BOOKMARK).json()).isEqualTo(before);
            assertThat(plane.get(NEWS + FIRST).status()).isEqualTo(200);
            assertThat(putNews(FIRST, "https://example.org/moved").status()).isEqualTo(200);
            assertThat(folder.resolve("bookmarks").resolve("news.json"))
                    .content()
                    .contains("moved");
        }
    }

    @Nested
    class ASecondVersion {

        private final byte[] second =
                Archives.exampleWith("2026-11-01", "2026-12-01", "\"maxLength\": 200", "\"maxLength\": 300");

        @BeforeEach
        void registerTheFirst() {
            registerAndConfigure();
        }

        @Test
        void isServedBesideTheFirst() {
            register(second);

            JsonNode type = plane.get(BOOKMARK).json();
            assertThat(type.path("defaultVersion").stringValue()).isEqualTo("00000002");
            assertThat(type.at("/schema/properties/Title/maxLength").intValue()).isEqualTo(300);
            assertThat(putNews(FIRST, "https://example.org").status()).isEqualTo(201);
            assertThat(putNews(SECOND, "https://example.org/2").status()).isEqualTo(200);
        }

        @Test
        void needsAnotherApiVersion() {
            Answer answer = register(Archives.exampleWith("\"maxLength\": 200", "\"maxLength\": 300"));

            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).isEqualTo("TypeVersionExists");
            assertThat(answer.json().at("/error/message").stringValue()).contains("'apiVersion' in fairlead.json");
        }

        @Test
        void canGiveWayToTheFirstAgain() {
            register(second);

            Answer answer = plane.put(BOOKMARK + "/defaultVersion", "{\"version\": \"00000001\"}");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("defaultVersion").stringValue()).isEqualTo("00000001");
        }

        @Test
        void canBeTakenAwayWhenNothingHasItAndItIsNotTheDefault() {
            register(second);
            putNews(SECOND, "https://example.org");
            assertThat(plane.send("DELETE", BOOKMARK + "?version=00000002", "").code())
                    .isEqualTo("TypeVersionIsDefault");
            plane.put(BOOKMARK + "/defaultVersion", "{\"version\": \"00000001\"}");
            assertThat(plane.send("DELETE", BOOKMARK + "?version=00000002", "").code())
                    .isEqualTo("TypeInUse");

            putNews(FIRST, "https://example.org/moved");
            assertThat(plane.send("DELETE", BOOKMARK + "?version=00000002", "").status())
                    .isEqualTo(200);

            assertThat(plane.get(BOOKMARK).json().path("versions").size()).isEqualTo(1);
            assertThat(putNews(SECOND, "https://example.org").code()).isEqualTo("NoRegisteredProviderFound");
        }
    }

    @Nested
    class ARemoval {

        @BeforeEach
        void register() {
            registerAndConfigure();
            putNews(FIRST, "https://example.org");
        }

        @Test
        void waitsUntilTheLastResourceIsGone() {
            Answer refused = plane.send("DELETE", BOOKMARK, "");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("TypeInUse");
            assertThat(refused.json().at("/error/message").stringValue()).contains(NEWS);

            plane.send("DELETE", NEWS + FIRST, "");

            assertThat(plane.send("DELETE", BOOKMARK, "").status()).isEqualTo(200);
            assertThat(plane.send("DELETE", BOOKMARK, "").status()).isEqualTo(204);
            assertThat(plane.get(BOOKMARK).code()).isEqualTo("TypeNotFound");
            assertThat(putNews(FIRST, "https://example.org").code()).isEqualTo("InvalidResourceNamespace");
        }

        @Test
        void isRefusedForWhatComesWithTheProgram() {
            assertThat(plane.send("DELETE", THING, "").code()).isEqualTo("TypeIsShipped");
        }
    }

    @Nested
    class AConfiguration {

        @BeforeEach
        void register() {
            registerAndConfigure();
        }

        @Test
        void isNeverGivenBack() {
            Answer set = configure("bookmarks");

            assertThat(set.status()).isEqualTo(200);
            assertThat(set.json().at("/properties/0/name").stringValue()).isEqualTo("Folder");
            assertThat(set.json().at("/properties/0/set").booleanValue()).isTrue();
            assertThat(plane.get(BOOKMARK).json().path("configuration")).isEqualTo(set.json());
            assertThat(plane.get(BOOKMARK).response().body()).doesNotContain(folder.toString());
        }

        @Test
        void holdsFromTheNextCallOn() {
            putNews(FIRST, "https://example.org");
            configure("elsewhere");

            plane.put(
                    BOOKMARKS + "/other" + FIRST,
                    "{\"location\": \"local\", \"properties\": {\"Url\": \"https://example.org\"}}");

            assertThat(folder.resolve("elsewhere").resolve("other.json")).exists();
            assertThat(folder.resolve("bookmarks").resolve("news.json")).exists();
        }

        @Test
        void isRefusedWithAllThatIsWrong() {
            Answer answer = plane.put(BOOKMARK + "/configuration", "{\"Folder\": 5, \"Colour\": \"red\"}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("ValidationFailed");
            assertThat(answer.json().at("/error/details").size()).isEqualTo(2);
        }
    }

    @Nested
    class ARefusedArchive {

        @Test
        void isToldAllThatIsWrong() {
            Answer answer = register(Archives.exampleWith(
                    "Example::Web::Bookmark", "Fairlead::Web::Bookmark", "example.BookmarkHandler", "example.Missing"));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("ValidationFailed");
            assertThat(answer.json()
                            .at("/error/details")
                            .valueStream()
                            .map(detail -> detail.path("target").stringValue())
                            .toList())
                    .containsExactly("fairlead.json#/handler", "schema.json#/typeName");
        }

        @Test
        void ofAnotherMediaTypeIsNotRead() {
            Answer answer = plane.post(TYPES, "application/json", Archives.example());

            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.json().at("/error/message").stringValue()).contains("application/zip");
        }
    }

    @Nested
    class ADocument {

        @Test
        void thatASchemaRefersToIsTheSchemaOfAType() {
            register(Archives.example());

            Answer answer = plane.get("/fairlead/documents?uri=https%3A%2F%2Fexample.org%2Fexample-web-bookmark.json");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("typeName").stringValue()).isEqualTo("Example::Web::Bookmark");
        }

        @Test
        void thatIsNowhereSaysWhereItWasLookedFor() {
            Answer answer = plane.get("/fairlead/documents?uri=https%3A%2F%2Fexample.org%2Fnothing.json");

            assertThat(answer.json().at("/error/message").stringValue())
                    .contains("no type at hand is published as 'nothing.json'", "the host example.org is not allowed");
        }
    }

    @Nested
    class AnAddress {

        @ParameterizedTest
        @CsvSource({
            "GET, /fairlead, 404, NotFound",
            "GET, /fairlead/nothing, 404, NotFound",
            "GET, /fairlead/version/more, 404, NotFound",
            "POST, /fairlead/version, 405, MethodNotAllowed",
            "GET, /fairlead/documents?uri=nothing.json, 404, DocumentNotFound",
            "GET, /fairlead/documents?uri=https%3A%2F%2Fexample.org%2Fnothing.json, 404, DocumentNotFound",
            "GET, /fairlead/documents?uri=%5C%5Cnothing, 400, InvalidDocumentUri",
            "POST, /fairlead/documents, 405, MethodNotAllowed",
            "PUT, /fairlead/types, 405, MethodNotAllowed",
            "GET, /fairlead/types/Example, 404, TypeNotFound",
            "GET, /fairlead/types/Example::Web::Other, 404, TypeNotFound",
            "PATCH, /fairlead/types/Fairlead::Lab::Thing, 405, MethodNotAllowed",
            "GET, /fairlead/types/Fairlead::Lab::Thing/other, 404, NotFound",
            "GET, /fairlead/types/Fairlead::Lab::Thing/configuration, 405, MethodNotAllowed",
            "DELETE, /fairlead/types/Fairlead::Lab::Thing?version=one, 400, InvalidTypeVersion",
            "GET, /fairlead/types/Fairlead::Lab::Thing/versions/00000001/report, 404, ContractReportNotFound",
            "GET, /fairlead/types/Fairlead::Lab::Thing/versions/one/report, 400, InvalidTypeVersion",
            "PUT, /fairlead/types/Fairlead::Lab::Thing/versions/00000001/report, 405, MethodNotAllowed",
        })
        void thatIsWrongIsSaidToBe(String method, String path, int status, String code) {
            Answer answer = plane.send(method, path, "");

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.code()).isEqualTo(code);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"version\": \"00000002\"} | 404",
                    "{\"version\": \"two\"} | 400",
                    "{\"version\": 1} | 400",
                    "{} | 400",
                    "[] | 400",
                    "{\"version\": \"1\", \"version\": \"1\"} | 400",
                })
        void ofADefaultVersionTakesAVersionThatIsThere(String body, int status) {
            assertThat(plane.put(THING + "/defaultVersion", body).status()).isEqualTo(status);
        }

        @Test
        void ofTheVersionTellsWhatRuns() {
            JsonNode version = plane.get("/fairlead/version").json();

            assertThat(version.propertyNames()).containsExactly("version", "java", "database", "mode");
            assertThat(version.path("java").stringValue()).isEqualTo("25");
            assertThat(version.path("database").stringValue()).isEqualTo("sqlite");
        }

        @Test
        void ofTheHealthIsWellWhileTheDatabaseAnswers() {
            assertThat(plane.get("/fairlead/health").status()).isEqualTo(200);
        }
    }

    @Test
    void cachedJarsLieInTheDataFolder() throws Exception {
        registerAndConfigure();

        try (var versions = Files.list(folder.resolve("data").resolve("types"))) {
            assertThat(versions).hasSize(1);
        }
    }
}
