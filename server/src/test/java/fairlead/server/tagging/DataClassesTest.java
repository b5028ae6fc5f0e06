package fairlead.server.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import fairlead.server.arm.Plane;
import fairlead.server.event.webhook.Receiver;
import fairlead.server.telemetry.Collector;
import fairlead.server.wiring.ControlPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Values of sensitive classes are for callers alone.
class DataClassesTest {

    private static final String PROPERTIES = """
        {"Note": "mark-content", "Owner": {"Mail": "mark-account", "Unit": "mark-usage"},
         "Rules": {"rule": "mark-permission"}, "Free": "mark-none"}
        """;

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @TempDir
    private Path folder;

    @Test
    void areSentBackToWhoAsks() {
        try (Shop shop = new Shop(folder)) {
            shop.put("ledgers", "whole", PROPERTIES, "");

            assertThat(shop.get("ledgers", "whole")
                            .json()
                            .at("/properties/Owner/Mail")
                            .asString())
                    .isEqualTo("mark-account");
        }
    }

    @Test
    void areReplacedInTheAuditTrail() {
        try (Shop shop = new Shop(folder)) {
            String id = shop.put("ledgers", "noted", PROPERTIES, "")
                    .json()
                    .path("id")
                    .asString();

            JsonNode asked =
                    shop.plane.get("/fairlead/audit?resource=" + id).json().at("/value/0/requestParameters");
            assertThat(asked).isEqualTo(Shop.json("""
                {"Name": "noted", "Note": "(redacted)", "Owner": {"Mail": "(redacted)", "Unit": "mark-usage"},
                 "Rules": {"rule": "(redacted)"}, "Free": "mark-none"}
                """));
        }
    }

    @Test
    void areInNoLogAndNoSpanAndNoEventAndNoAuditRecord() throws IOException, SQLException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        Level usual = root.getLevel();
        root.setLevel(Level.INFO);
        root.addAppender(log);
        try (Collector collector = new Collector()) {
            try (Shop shop = new Shop(folder, "--otlp=" + collector.url())) {
                use(shop);
            }
            assertClean("spans", collector.everything());
        } finally {
            root.detachAppender(log);
            root.setLevel(usual);
        }
        assertThat(log.list).isNotEmpty();
        assertClean(
                "log",
                log.list.stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .toList()
                        .toString());
        assertClean("events", rows("event"));
        String audit = rows("audit");
        assertClean("audit trail", audit);
        assertThat(audit).contains("mark-none").contains("mark-usage");
    }

    @Test
    void areReplacedInWhatAHandlerSays() {
        try (Shop shop = new Shop(folder)) {
            shop.put("ledgers", "refused", PROPERTIES, "");

            assertThat(shop.put("ledgers", "refused", failing(PROPERTIES), "")
                            .json()
                            .at("/error/message")
                            .asString())
                    .isEqualTo("no room for [redacted] of [redacted] by [redacted], but for mark-usage");
        }
    }

    @Test
    void areInNoStreamOfEvents() throws IOException, InterruptedException {
        try (Receiver receiver = new Receiver();
                Shop shop = new Shop(folder)) {
            shop.plane.put(
                    "/fairlead/webhooks/hook", "{\"url\": \"" + receiver.url() + "\", \"secret\": \"" + SECRET + "\"}");
            use(shop);

            String told = shop.plane
                    .get("/fairlead/watch?from=oldest&$top=1000")
                    .response()
                    .body();
            assertClean("watch", told);
            assertThat(told).contains("no room for [redacted]", "but for mark-usage");
            assertClean("webhooks", delivered(receiver, "no room for [redacted]"));
        }
    }

    private static String failing(String properties) {
        return properties.replace("{\"Note\"", "{\"FailWith\": \"InvalidRequest\", \"Note\"");
    }

    /// What is delivered until that comes.
    private static String delivered(Receiver receiver, String last) throws InterruptedException {
        StringBuilder all = new StringBuilder();
        while (all.indexOf(last) < 0) {
            all.append(receiver.next().text());
        }
        return all.toString();
    }

    @Test
    void areInNoGraph() {
        try (Shop shop = new Shop(folder)) {
            shop.put("cellars", "deep", "{}", "");
            String arn = Shop.arn("cellar", "deep");
            String elsewhere = Shop.arn("cellar", "gone");
            shop.put("ledgers", "linked", """
                {"Owner": {"Mail": "%s", "Unit": "%s"}}
                """.formatted(elsewhere, arn), "");

            String graph = shop.plane
                    .get("/fairlead/graph?subscription=" + ControlPlane.DEVELOPMENT)
                    .response()
                    .body();

            assertThat(graph).contains(arn, "(redacted)").doesNotContain(elsewhere);
        }
    }

    @Test
    void lieNowhereOnTheDiskIfTheirClassesAreSealed() throws IOException {
        String address = Shop.WINE + "ledgers/kept";
        String sealed = PROPERTIES.replace("mark-", "seal-");
        try (Shop shop = new Shop(folder, "--seal=content,account,permissions")) {
            use(shop, sealed);
            shop.put("ledgers", "kept", sealed, ", \"tags\": {\"cost\": \"centre-7\"}");
            shop.plane.send("PATCH", address + Plane.VERSION, "{\"tags\": {\"cost\": \"centre-8\"}}");
            shop.cloud.updateResource(request -> request.typeName("Acme::Wine::Ledger")
                    .identifier("kept")
                    .patchDocument("[{\"op\": \"replace\", \"path\": \"/Free\", \"value\": \"seal-none-3\"}]"));
            assertThat(shop.plane
                            .get(Shop.WINE + "ledgers" + Plane.VERSION)
                            .json()
                            .at("/value/0/properties/Note")
                            .asString())
                    .isEqualTo("seal-content");
        }
        String onDisk = onDisk();
        assertThat(Stream.of("seal-content", "seal-account", "seal-permission").filter(onDisk::contains))
                .isEmpty();
        assertThat(onDisk.contains("centre-8")).isTrue();
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(5))) {
            JsonNode kept = plane.get(address + Plane.VERSION).json();
            assertThat(kept.at("/properties/Rules/rule").asString()).isEqualTo("seal-permission");
            assertThat(kept.at("/tags/cost").asString()).isEqualTo("centre-8");
        }
    }

    /// The database's file and what belongs to it, each byte a character.
    private String onDisk() throws IOException {
        StringBuilder all = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "fairlead.db*")) {
            for (Path file : files) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    /// What can be done with a resource, well and badly.
    private static void use(Shop shop) {
        use(shop, PROPERTIES);
    }

    private static void use(Shop shop, String properties) {
        shop.put("ledgers", "used", properties, "");
        shop.put("ledgers", "used", properties.replace("-none", "-none-2"), "");
        shop.put("ledgers", "used", properties.replace("-content", "-content" + "-".repeat(40)), "");
        String address = Shop.WINE + "ledgers/used";
        shop.put("ledgers", "used", failing(properties), "");
        shop.plane.send("POST", address + "/detectDrift" + Plane.VERSION, "");
        shop.plane.send("PATCH", address + Plane.VERSION, "{\"properties\": " + properties + "}");
        shop.plane.send("POST", address + "/whatIf" + Plane.VERSION, "{\"properties\": " + properties + "}");
        shop.get("ledgers", "used");
        shop.cloud.getResource(request -> request.typeName("Acme::Wine::Ledger").identifier("used"));
        shop.plane.send("DELETE", address + Plane.VERSION, "");
    }

    private static void assertClean(String what, String text) {
        assertThat(text).as(what).doesNotContain("mark-content", "mark-account", "mark-permission");
    }

    private String rows(String table) throws SQLException {
        StringBuilder all = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("fairlead.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    Object value = rows.getObject(i);
                    all.append(value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value)
                            .append(' ');
                }
            }
        }
        return all.toString();
    }
}
