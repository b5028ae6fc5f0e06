package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Lists show what their caller may read, page by page, however much there is besides.
class ListsOfSomeTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String READER = BuiltInRoles.READER.id().toString();
    private static final String THINGS = "/providers/Fairlead.Lab/things";

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn reader;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        reader = administrator.makes("reader");
        for (String group : List.of("a", "a-b", "b", "c")) {
            administrator.put(group(group) + "?api-version=2022-04-01", "{\"location\": \"local\"}");
            for (String name : List.of("one", "two", "three")) {
                assertThat(administrator
                                .put(
                                        group(group) + THINGS + "/" + name + Plane.VERSION,
                                        "{\"location\": \"local\", \"properties\": {}}")
                                .status())
                        .isEqualTo(201);
            }
        }
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private static String group(String name) {
        return S + "/resourceGroups/" + name;
    }

    /// The ends of the ids in a list, page by page.
    private List<List<String>> pages(String address) {
        List<List<String>> pages = new ArrayList<>();
        String next = address;
        while (!next.isEmpty()) {
            JsonNode page = reader.get(next).json();
            List<String> names = new ArrayList<>();
            page.path("value").forEach(one -> {
                String id = one.path("id").asString();
                names.add(id.substring(id.indexOf("resourceGroups/") + 15).replace(THINGS, ""));
            });
            pages.add(names);
            next = page.path("nextLink").asString("").replace(plane.url().toString(), "");
        }
        return pages;
    }

    private List<String> all(String address) {
        return pages(address).stream().flatMap(List::stream).sorted().toList();
    }

    @Test
    void aListOfAllTypesHasWhatIsBelowTheCallersScopesInFullPages() {
        administrator.gives(reader.id(), READER, group("b"));
        administrator.gives(reader.id(), READER, group("a"));
        administrator.gives(reader.id(), READER, group("c") + THINGS + "/two");
        assertThat(pages(S + "/resources?api-version=2021-04-01&$top=3"))
                .containsExactly(
                        List.of("a/one", "a/three", "a/two"), List.of("b/one", "b/three", "b/two"), List.of("c/two"));
    }

    @Test
    void aListOfOneTypeHasTheSame() {
        administrator.gives(reader.id(), READER, group("a-b"));
        administrator.gives(reader.id(), READER, group("c") + THINGS + "/two");
        assertThat(all(S + THINGS + Plane.VERSION)).containsExactly("a-b/one", "a-b/three", "a-b/two", "c/two");
        assertThat(all(group("a") + THINGS + Plane.VERSION)).isEmpty();
        assertThat(all(group("c") + THINGS + Plane.VERSION)).containsExactly("c/two");
    }

    @Test
    void whoMayReadAllOfItSeesAllOfIt() {
        administrator.gives(reader.id(), READER, S);
        assertThat(all(S + THINGS + Plane.VERSION)).hasSize(12);
        assertThat(all(group("a") + THINGS + Plane.VERSION)).hasSize(3);
        assertThat(all(S + "/resources?api-version=2021-04-01")).hasSize(12);
    }

    @Test
    void whatIsDeniedIsMissingFromWhatMayBeReadOtherwise() {
        administrator.gives(reader.id(), READER, S);
        assertThat(administrator
                        .put(
                                group("b") + "/providers/Microsoft.Authorization/denyAssignments/"
                                        + "0199a1b2-0000-4000-8000-0000000000dd?api-version=2024-07-01-preview",
                                """
                                {"properties": {"denyAssignmentName": "hidden", "permissions": [{"actions": ["*/read"]}],
                                  "principals": [{"id": "%s", "type": "ServicePrincipal"}]}}
                                """.formatted(reader.id()))
                        .status())
                .isEqualTo(201);
        assertThat(all(S + THINGS + Plane.VERSION)).hasSize(9).noneMatch(name -> name.startsWith("b/"));
    }
}
