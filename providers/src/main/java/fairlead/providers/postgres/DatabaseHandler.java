package fairlead.providers.postgres;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Databases.
///
/// `CREATE DATABASE` runs in no transaction, so a crash right after it would leave a database whose
/// operation can't be told. So it is made under a name that only its operation uses, and one transaction then gives it
/// its mark, its settings and its own name. A repetition goes on where the last call ended.
final class DatabaseHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    /// What a create that was not finished has left: no database that a caller asked for.
    static final String UNFINISHED = "^fairlead_[0-9a-f]{32}$";

    private static final String DATABASE = """
        SELECT d.datname, pg_get_userbyid(d.datdba) AS owner, d.datconnlimit,
               pg_encoding_to_char(d.encoding) AS encoding, d.datcollate, d.datctype,
               shobj_description(d.oid, 'pg_database') AS comment,
               d.datname = current_database() AS is_current
        FROM pg_database d
        """;

    private static final String FIND = DATABASE + "WHERE d.datname = ?";

    /// Without those that come with the server, and those that a DROP DATABASE was about to remove when it was
    /// ended.
    private static final String LIST = DATABASE + """
        WHERE d.oid >= 16384 AND d.datconnlimit <> -2 AND d.datname !~ ? AND d.datname::text COLLATE "C" > ?
        ORDER BY d.datname::text COLLATE "C"
        LIMIT ?
        """;

    private record Database(ObjectNode model, Comment comment, boolean isCurrent) {}

    private final Session.Hook hook;

    DatabaseHandler(Session.Hook hook) {
        this.hook = hook;
    }

    @Override
    public Progress create(Create request, Context context) {
        Name name = Name.of(request.desired());
        OperationMark mark = OperationMark.of(context.token());
        try (Session session = Session.open(context, hook)) {
            if (find(session, name).isEmpty()) {
                make(session, name, request.desired(), mark);
            }
            Database database = get(session, name);
            if (!database.comment().text().equals(mark.comment())) {
                dropUnfinished(session, mark);
                throw new HandlerException(ErrorCode.ALREADY_EXISTS, "The database '" + name + "' exists already.");
            }
            return Progress.done(database.model());
        }
    }

    private static void make(Session session, Name name, ObjectNode desired, OperationMark mark) {
        Name unfinished = mark.unfinished();
        Session.unlessItExists(() -> session.execute("CREATE DATABASE " + unfinished.sql() + options(desired)));
        try {
            Session.unlessItExists(() -> session.inTransaction(() -> finish(session, name, desired, mark)));
        } catch (HandlerException failure) {
            if (!failure.code().retryable()) {
                dropUnfinished(session, mark);
            }
            throw failure;
        }
    }

    private static void finish(Session session, Name name, ObjectNode desired, OperationMark mark) {
        Name unfinished = mark.unfinished();
        comment(session, unfinished, new Comment(mark.comment(), isToDisconnect(desired)));
        session.execute("ALTER DATABASE " + unfinished.sql() + " RENAME TO " + name.sql());
    }

    private static void dropUnfinished(Session session, OperationMark mark) {
        session.execute("DROP DATABASE IF EXISTS " + mark.unfinished().sql());
    }

    private static String options(ObjectNode desired) {
        return " WITH CONNECTION LIMIT " + connectionLimit(desired)
                + name(desired, "OWNER", "Owner")
                + name(desired, "TEMPLATE", "Template")
                + text(desired, "ENCODING", "Encoding")
                + text(desired, "LC_COLLATE", "LcCollate")
                + text(desired, "LC_CTYPE", "LcCtype");
    }

    private static String name(ObjectNode desired, String option, String property) {
        return desired.optional(property)
                .map(value -> " " + option + " " + new Name(value.asString()).sql())
                .orElse("");
    }

    private static String text(ObjectNode desired, String option, String property) {
        return desired.optional(property)
                .map(value -> " " + option + " " + new Literal(value.asString()).sql())
                .orElse("");
    }

    private static int connectionLimit(ObjectNode desired) {
        return desired.path("ConnectionLimit").asInt(-1);
    }

    private static boolean isToDisconnect(ObjectNode desired) {
        return desired.path("ForceDisconnect").asBoolean(false);
    }

    private static void comment(Session session, Name name, Comment comment) {
        session.execute("COMMENT ON DATABASE " + name.sql() + " IS " + new Literal(comment.toString()).sql());
    }

    @Override
    public Progress read(Read request, Context context) {
        Name name = Name.of(request.identifier());
        try (Session session = Session.open(context, hook)) {
            return Progress.done(get(session, name).model());
        }
    }

    @Override
    public Progress update(Update request, Context context) {
        Name name = Name.of(request.identifier());
        ObjectNode desired = request.desired();
        try (Session session = Session.open(context, hook)) {
            Comment before = get(session, name).comment();
            session.inTransaction(() -> {
                String database = "ALTER DATABASE " + name.sql();
                String owner = desired.optional("Owner")
                        .map(wanted -> new Name(wanted.asString()).sql())
                        .orElse("CURRENT_USER");
                session.execute(database + " CONNECTION LIMIT " + connectionLimit(desired));
                if (before.isToDisconnect() != isToDisconnect(desired)) {
                    comment(session, name, new Comment(before.text(), isToDisconnect(desired)));
                }
                session.execute(database + " OWNER TO " + owner);
            });
            return Progress.done(get(session, name).model());
        }
    }

    /// In two calls: the first finds the database, so that the second knows that it was there, even if it is
    /// repeated because its answer was lost.
    @Override
    public Progress delete(Delete request, Context context) {
        Name name = Name.of(request.identifier());
        try (Session session = Session.open(context, hook)) {
            Optional<Database> there = find(session, name);
            if (request.memo().isEmpty()) {
                refuseCurrent(get(session, name), name);
                return Progress.again(
                        request.identifier(),
                        Duration.ZERO,
                        JsonNodeFactory.instance.objectNode().put("Found", true));
            }
            there.ifPresent(database -> session.execute(
                    "DROP DATABASE " + name.sql() + (database.comment().isToDisconnect() ? " WITH (FORCE)" : "")));
            return Progress.gone();
        }
    }

    /// The server would call it "in use", which sounds as if it ended by itself.
    private static void refuseCurrent(Database database, Name name) {
        if (database.isCurrent()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    "The database '" + name + "' is the one of the type configuration, and can't be deleted over it.");
        }
    }

    @Override
    public Page list(Query query, Context context) {
        try (Session session = Session.open(context, hook)) {
            return Listing.page(
                    query,
                    (after, limit) -> session.query(LIST, row -> database(row).model(), UNFINISHED, after, limit));
        }
    }

    private static Database get(Session session, Name name) {
        return find(session, name)
                .orElseThrow(() -> new HandlerException(ErrorCode.NOT_FOUND, "There is no database '" + name + "'."));
    }

    private static Optional<Database> find(Session session, Name name) {
        return session.query(FIND, DatabaseHandler::database, name.text()).stream()
                .findFirst();
    }

    private static Database database(ResultSet row) throws SQLException {
        Comment comment =
                Comment.parse(Optional.ofNullable(row.getString("comment")).orElse(""));
        ObjectNode model = JsonNodeFactory.instance
                .objectNode()
                .put("Name", row.getString("datname"))
                .put("Owner", row.getString("owner"))
                .put("ConnectionLimit", row.getInt("datconnlimit"))
                .put("ForceDisconnect", comment.isToDisconnect())
                .put("Encoding", row.getString("encoding"))
                .put("LcCollate", row.getString("datcollate"))
                .put("LcCtype", row.getString("datctype"));
        return new Database(model, comment, row.getBoolean("is_current"));
    }
}
