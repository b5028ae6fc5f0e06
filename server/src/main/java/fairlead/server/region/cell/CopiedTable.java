package fairlead.server.region.cell;

import fairlead.server.database.Transaction;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A table of access data as it is copied: whole, and row by row as the original has it, checksums and sealed bytes
/// among them.
///
/// @param columns what is copied of each row
record CopiedTable(String name, List<Column> columns) {

    private record Column(String name, Kind kind) {}

    private enum Kind {
        TEXT,
        NUMBER,
        BYTES,
        /// Text of the original alone.
        NO_TEXT,
        /// Bytes of the original alone.
        NO_BYTES
    }

    private static Column text(String name) {
        return new Column(name, Kind.TEXT);
    }

    private static Column number(String name) {
        return new Column(name, Kind.NUMBER);
    }

    private static Column bytes(String name) {
        return new Column(name, Kind.BYTES);
    }

    private static CopiedTable of(String name, Column... columns) {
        return new CopiedTable(name, Arrays.asList(columns));
    }

    /// By which tokens are signed, and from which access keys are derived: sealed.
    static final CopiedTable AUTHORITY_KEYS = of("authority_key", text("id"), number("created_at"), bytes("sealed"));

    static final CopiedTable KEY_ROOTS =
            of("access_key_root", number("generation"), number("created_at"), bytes("sealed"));

    /// What is counted by the version of the rules. What renews the token of a device is known at the home alone.
    static final List<CopiedTable> RULES = List.of(
            of("role_definition", text("id"), text("name_key"), bytes("document"), number("checksum")),
            of(
                    "role_assignment",
                    text("id"),
                    text("scope_key"),
                    text("principal"),
                    text("role"),
                    bytes("document"),
                    number("checksum")),
            of("deny_assignment", text("id"), text("scope_key"), bytes("document"), number("checksum")),
            of("membership", text("group_id"), text("member")),
            of(
                    "principal",
                    text("id"),
                    text("kind"),
                    text("name"),
                    text("issuer"),
                    text("subject"),
                    number("disabled"),
                    number("tokens_valid_from"),
                    number("created_at"),
                    number("checksum")),
            of("principal_owner", text("principal"), text("owner")),
            of(
                    "credential",
                    text("id"),
                    text("principal"),
                    text("kind"),
                    bytes("document"),
                    number("ends"),
                    number("checksum")),
            of(
                    "access_key",
                    text("id"),
                    text("principal"),
                    text("subscription"),
                    number("generation"),
                    number("created_at"),
                    number("ends"),
                    number("checksum")),
            of("tenant_administrator", text("principal"), number("created_at")),
            of(
                    "refresh_family",
                    text("id"),
                    text("principal"),
                    new Column("latest", Kind.NO_TEXT),
                    new Column("document", Kind.NO_BYTES),
                    number("ends")),
            AUTHORITY_KEYS,
            KEY_ROOTS);

    static final CopiedTable POLICIES = of(
            "policy_object",
            text("id_key"),
            text("kind"),
            text("scope"),
            text("name"),
            bytes("document"),
            number("checksum"));

    /// All rows, each an array of its values.
    ArrayNode read(Transaction transaction) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        String copied = columns.stream()
                .filter(column -> column.kind != Kind.NO_TEXT && column.kind != Kind.NO_BYTES)
                .map(Column::name)
                .collect(Collectors.joining(", "));
        String sql = "SELECT " + copied + " FROM " + name + " ORDER BY 1, 2";
        transaction
                .query(sql, row -> {
                    ArrayNode values = JsonNodeFactory.instance.arrayNode();
                    for (Column column : columns) {
                        switch (column.kind) {
                            case TEXT -> values.add(row.text());
                            case NUMBER -> values.add(row.number());
                            case BYTES -> values.add(Base64.getEncoder().encodeToString(row.bytes()));
                            case NO_TEXT, NO_BYTES -> values.add("");
                        }
                    }
                    return values;
                })
                .forEach(rows::add);
        return rows;
    }

    private String names() {
        return String.join(", ", columns.stream().map(Column::name).toList());
    }

    /// Makes these the rows of the table.
    void replace(Transaction transaction, JsonNode rows) {
        transaction.update("DELETE FROM " + name);
        String sql = "INSERT INTO " + name + " ("
                + names() + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        for (JsonNode row : rows) {
            @Nullable Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                JsonNode value = row.path(i);
                values[i] = switch (columns.get(i).kind) {
                    case TEXT, NO_TEXT -> value.stringValue();
                    case NUMBER -> value.longValue();
                    case BYTES, NO_BYTES -> Base64.getDecoder().decode(value.stringValue());
                };
            }
            transaction.update(sql, values);
        }
    }
}
