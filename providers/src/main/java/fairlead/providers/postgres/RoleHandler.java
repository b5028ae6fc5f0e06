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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.postgresql.util.PasswordUtil;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Roles. Creating and changing one is a single transaction.
final class RoleHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final String ROLE = """
        SELECT r.rolname, r.rolcanlogin, r.rolconnlimit, r.rolcreatedb,
               shobj_description(r.oid, 'pg_authid') AS comment,
               CASE WHEN isfinite(r.rolvaliduntil)
                    THEN to_char(r.rolvaliduntil AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
               END AS valid_until,
               ARRAY(SELECT DISTINCT g.rolname::text COLLATE "C"
                     FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
                     WHERE m.member = r.oid
                     ORDER BY 1) AS member_of
        FROM pg_roles r
        """;

    private static final String FIND = ROLE + "WHERE r.rolname = ?";

    /// Without the roles that come with the server.
    private static final String LIST = ROLE + """
        WHERE r.oid >= 16384 AND r.rolname::text COLLATE "C" > ?
        ORDER BY r.rolname::text COLLATE "C"
        LIMIT ?
        """;

    private static final String IS_OURSELVES = "SELECT 1 WHERE ? IN (current_user::text, session_user::text)";

    private record Role(ObjectNode model, String comment) {}

    private final Session.Hook hook;

    RoleHandler(Session.Hook hook) {
        this.hook = hook;
    }

    @Override
    public Progress create(Create request, Context context) {
        Name name = Name.of(request.desired());
        OperationMark mark = OperationMark.of(context.token());
        try (Session session = Session.open(context, hook)) {
            if (find(session, name).isEmpty()) {
                Session.unlessItExists(() -> make(session, name, request.desired(), mark));
            }
            Role role = get(session, name);
            if (!role.comment().equals(mark.comment())) {
                throw new HandlerException(ErrorCode.ALREADY_EXISTS, "The role '" + name + "' exists already.");
            }
            return Progress.done(role.model());
        }
    }

    private static void make(Session session, Name name, ObjectNode desired, OperationMark mark) {
        session.inTransaction(() -> {
            session.execute("CREATE ROLE " + name.sql() + " WITH " + attributes(desired, false));
            session.execute("COMMENT ON ROLE " + name.sql() + " IS " + new Literal(mark.comment()).sql());
            changeMembership(session, name, Set.of(), memberOf(desired));
        });
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
        try (Session session = Session.open(context, hook)) {
            Role role = get(session, name);
            boolean couldCreate = role.model().required("CreateDatabase").booleanValue();
            session.inTransaction(() -> {
                session.execute("ALTER ROLE " + name.sql() + " WITH " + attributes(request.desired(), couldCreate));
                changeMembership(session, name, memberOf(role.model()), memberOf(request.desired()));
            });
            return Progress.done(get(session, name).model());
        }
    }

    /// In two calls: the first finds the role, so that the second knows that it was there, even if it is repeated
    /// because its answer was lost.
    @Override
    public Progress delete(Delete request, Context context) {
        Name name = Name.of(request.identifier());
        try (Session session = Session.open(context, hook)) {
            Optional<Role> there = find(session, name);
            if (request.memo().isEmpty()) {
                refuseOurselves(session, name);
                get(session, name);
                return Progress.again(request.identifier(), Duration.ZERO, found());
            }
            if (there.isPresent()) {
                session.execute("DROP ROLE " + name.sql());
            }
            return Progress.gone();
        }
    }

    private static ObjectNode found() {
        return JsonNodeFactory.instance.objectNode().put("Found", true);
    }

    /// The server would call it "in use", which sounds as if it ended by itself.
    private static void refuseOurselves(Session session, Name name) {
        if (!session.query(IS_OURSELVES, _ -> true, name.text()).isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    "The role '" + name + "' is the one of the type configuration, and can't delete itself.");
        }
    }

    @Override
    public Page list(Query query, Context context) {
        try (Session session = Session.open(context, hook)) {
            return Listing.page(
                    query,
                    (after, limit) -> session.query(LIST, row -> role(row).model(), after, limit));
        }
    }

    /// All attributes, so that what is left out gets its default again. Only the password then stays: no caller
    /// can read it, to send it again. The right to create databases is named only where it changes: a role without
    /// that right may not even confirm it.
    private static String attributes(ObjectNode desired, boolean couldCreate) {
        boolean canCreate = desired.path("CreateDatabase").asBoolean(false);
        String creation = canCreate ? " CREATEDB" : " NOCREATEDB";
        String attributes = (desired.path("Login").asBoolean(false) ? "LOGIN" : "NOLOGIN")
                + (canCreate == couldCreate ? "" : creation)
                + " CONNECTION LIMIT " + desired.path("ConnectionLimit").asInt(-1)
                + " VALID UNTIL "
                + new Literal(desired.path("ValidUntil").asString("infinity")).sql();
        return desired.optional("Password")
                .map(password -> attributes + " PASSWORD "
                        + verifier(password.asString()).sql())
                .orElse(attributes);
    }

    /// What the server stores of a password, made here, so that the password itself goes nowhere.
    private static Literal verifier(String password) {
        return new Literal(PasswordUtil.encodeScramSha256(password.toCharArray()));
    }

    private static void changeMembership(Session session, Name name, Set<String> before, Set<String> after) {
        for (String group : minus(before, after)) {
            session.execute("REVOKE " + new Name(group).sql() + " FROM " + name.sql());
        }
        for (String group : minus(after, before)) {
            session.execute("GRANT " + new Name(group).sql() + " TO " + name.sql());
        }
    }

    private static Set<String> minus(Set<String> all, Set<String> without) {
        Set<String> rest = new LinkedHashSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    /// In a fixed order, so that two operations at once do not lock each other out.
    private static Set<String> memberOf(ObjectNode properties) {
        Set<String> groups = new TreeSet<>();
        properties.path("MemberOf").valueStream().map(JsonNode::asString).forEach(groups::add);
        return groups;
    }

    private static Role get(Session session, Name name) {
        return find(session, name)
                .orElseThrow(() -> new HandlerException(ErrorCode.NOT_FOUND, "There is no role '" + name + "'."));
    }

    private static Optional<Role> find(Session session, Name name) {
        return session.query(FIND, RoleHandler::role, name.text()).stream().findFirst();
    }

    private static Role role(ResultSet row) throws SQLException {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        model.put("Name", row.getString("rolname"))
                .put("Login", row.getBoolean("rolcanlogin"))
                .put("ConnectionLimit", row.getInt("rolconnlimit"))
                .put("CreateDatabase", row.getBoolean("rolcreatedb"));
        ArrayNode memberOf = model.putArray("MemberOf");
        List.of((String[]) row.getArray("member_of").getArray()).forEach(memberOf::add);
        Optional.ofNullable(row.getString("valid_until")).ifPresent(time -> model.put("ValidUntil", time));
        return new Role(model, Optional.ofNullable(row.getString("comment")).orElse(""));
    }
}
