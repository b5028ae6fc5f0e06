package fairlead.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The bill of materials that is made with the application, by `mvn -Psbom package`, lists what the application
/// has.
@EnabledIfSystemProperty(named = "application", matches = ".+")
class BillOfMaterialsTest {

    private final Path application = Path.of(System.getProperty("application", ""));
    private final JsonNode bill = JsonMapper.shared().readTree(application.resolve("bom.json"));

    private static String name(JsonNode component) {
        return component.path("name").asString() + "-"
                + component.path("version").asString() + ".jar";
    }

    private static String hash(JsonNode component) {
        return component
                .path("hashes")
                .valueStream()
                .filter(hash -> hash.path("alg").asString().equals("SHA-256"))
                .map(hash -> hash.path("content").asString())
                .findFirst()
                .orElse("");
    }

    private SortedMap<String, String> shipped() throws IOException, NoSuchAlgorithmException {
        SortedMap<String, String> jars = new TreeMap<>();
        try (Stream<Path> files = Files.list(application.resolve("lib"))) {
            for (Path file : files.toList()) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                jars.put(file.getFileName().toString(), HexFormat.of().formatHex(digest));
            }
        }
        return jars;
    }

    @Test
    void hasEachJarOfTheApplicationWithItsHashAndNoOther() throws IOException, NoSuchAlgorithmException {
        SortedMap<String, String> listed = new TreeMap<>();
        bill.path("components").forEach(component -> listed.put(name(component), hash(component)));
        SortedMap<String, String> shipped = shipped();
        String command = name(bill.path("metadata").path("component"));

        assertThat(shipped).containsKey(command);
        shipped.remove(command);
        assertThat(listed).isEqualTo(shipped);
    }

    @Test
    void isTheSameWheneverItIsMade() {
        assertThat(bill.path("metadata").has("timestamp")).isFalse();
        assertThat(bill.path("metadata").path("properties").valueStream())
                .anyMatch(property -> property.path("name").asString().equals("cdx:reproducible"));
    }
}
