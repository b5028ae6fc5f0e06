package fairlead.server.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import fairlead.server.arm.Plane;
import fairlead.server.telemetry.Collector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
        root.addAppender(log);
        try (Collector collector = new Collector()) {
            try (Shop shop = new Shop(folder, "--otlp=" + collector.url())) {
                use(shop);
            }
            assertClean("spans", collector.everything());
        } finally {
            root.detachAppender(log);
        }
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

    /// What can be done with a resource, well and badly.
    private static void use(Shop shop) {
        shop.put("ledgers", "used", PROPERTIES, "");
        shop.put("ledgers", "used", PROPERTIES.replace("mark-none", "mark-none-2"), "");
        shop.put("ledgers", "used", PROPERTIES.replace("mark-content", "mark-content" + "-".repeat(40)), "");
        String address = Shop.WINE + "ledgers/used";
        shop.plane.send("PATCH", address + Plane.VERSION, "{\"properties\": " + PROPERTIES + "}");
        shop.plane.send("POST", address + "/whatIf" + Plane.VERSION, "{\"properties\": " + PROPERTIES + "}");
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
