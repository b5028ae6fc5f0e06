package fairlead.server.scope;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where names are, when several cells make one control plane: no name is in two of them.
///
/// Each scope has a home: a group, the cell of its location; a subscription, the cell of the first location of
/// all. The home knows for each name in the scope the location where it is or may be made (its *placement*), and
/// the locations where the scope has ever had something (its *spread*). A cell makes something new only for a
/// request that carries the *pass* which the cell itself has given out for the scope, through the home. A name is
/// moved to another location in three steps: the home says who has claimed it last; the cell where it was says
/// that it is not there and gives out another pass, so that no request that is still under way can make it; and
/// the home moves it if no cell has claimed it since.
///
/// A server that is no cell asks no other server.
public final class Placements {

    /// What the request at hand carries.
    public static final ScopedValue<String> TOKEN = ScopedValue.newInstance();

    private static final String FIND = "SELECT location FROM placement WHERE name_key = ?";

    /// The place that the name has then: the one that it had, if it had one.
    private static final String CLAIM = """
        INSERT INTO placement (name_key, location, claim) VALUES (?, ?, ?)
        ON CONFLICT (name_key) DO UPDATE SET claim = excluded.claim
        RETURNING location
        """;

    private static final String PLACE = "UPDATE placement SET location = ? WHERE name_key = ?";

    private static final String MOVE = "UPDATE placement SET location = ?, claim = ? WHERE name_key = ? AND claim = ?";

    private static final String FORGET_PLACEMENTS = "DELETE FROM placement WHERE name_key > ? AND name_key < ?";

    private static final String FIND_SUBSCRIPTION = "SELECT id FROM subscription WHERE id = ?";

    private static final String FIND_GROUP =
            "SELECT location FROM resource_group WHERE subscription = ? AND name_key = ?";

    private static final String FIND_DELETION =
            "SELECT deletion FROM resource_group WHERE subscription = ? AND name_key = ?";

    private static final String DELETIONS = """
        SELECT subscription, name_key, location, deletion FROM resource_group
        WHERE deletion IS NOT NULL ORDER BY subscription, name_key
        """;

    private static final String FIND_RESOURCE = "SELECT location FROM resource WHERE arm_key = ?";

    private static final String SPREAD = """
        INSERT INTO spread (scope_key, location, pass, remains) VALUES (?, ?, NULL, NULL)
        ON CONFLICT (scope_key, location) DO NOTHING
        """;

    private static final String FIND_SPREAD =
            "SELECT location, remains FROM spread WHERE scope_key = ? ORDER BY location";

    private static final String FIND_PASS = "SELECT pass FROM spread WHERE scope_key = ? AND location = ?";

    private static final String SET_PASS = "UPDATE spread SET pass = ? WHERE scope_key = ? AND location = ?";

    private static final String SET_REMAINS = "UPDATE spread SET remains = ? WHERE scope_key = ? AND location = ?";

    private static final String FORGET_REMAINS = "UPDATE spread SET remains = NULL WHERE scope_key = ?";

    private static final String RETRACT = "DELETE FROM spread WHERE scope_key = ? AND location = ?";

    private static final String FORGET_SPREAD = "DELETE FROM spread WHERE scope_key = ?";

    private static final String HOLD = """
        INSERT INTO held_scope (scope_key, location, pass) VALUES (?, ?, ?)
        ON CONFLICT (scope_key, location) DO UPDATE SET pass = excluded.pass
        """;

    private static final String FIND_HELD =
            "SELECT g.pass FROM held_scope g WHERE g.scope_key = ? AND g.location = ? {share}";

    private static final String FORGET_HELD = "DELETE FROM held_scope WHERE scope_key = ?";

    private final Database database;
    private final Locations locations;
    private final Supplier<UUID> ids;

    Placements(Database database, Locations locations, Supplier<UUID> ids) {
        this.database = database;
        this.locations = locations;
        this.ids = ids;
    }

    /// Where a name is said to be.
    ///
    /// @param placed by the scope's home; empty if this is not the home, or the name is not in use
    /// @param present in this cell, if it is
    public record Found(Optional<String> placed, Optional<String> present) {}

    /// A place for something new.
    ///
    /// @param location where the name may be made: not the one that was asked for if it is elsewhere already
    /// @param pass what the cell of the location will ask for; empty if the scope has not been there yet
    /// @param claim who has claimed the name last
    public record Claim(String location, Optional<String> pass, String claim) {}

    /// Where a scope is besides at home.
    ///
    /// @param remains why it could not be deleted there, if so: a JSON object
    public record Spread(String location, Optional<String> remains) {}

    // -- at home ------------------------------------------------------------------------------------------------------

    /// Where the name is, as far as it is known here.
    public Found find(PlacedName name) {
        return database.read(transaction -> {
            Optional<String> present = present(transaction, name);
            return new Found(transaction.one(FIND, Row::text, name.key()).or(() -> present), present);
        });
    }

    /// Claims a name: gives it a place if it has none. A problem if this is not the home of the scope.
    public Claim claim(PlacedName name, String wished) {
        return database.write(transaction -> {
            requireHome(transaction, name);
            requireLiving(transaction, name.scope());
            String claim = ids.get().toString();
            String place = present(transaction, name).orElse(Locations.normal(wished));
            String location = claimed(transaction, name, place, claim);
            spread(transaction, name.scope().key(), location);
            Optional<String> pass = transaction
                    .one(FIND_PASS, Row::textIfAny, name.scope().key(), location)
                    .orElseThrow();
            return new Claim(location, pass, claim);
        });
    }

    /// Moves a name if no cell has claimed it since; whether that was so.
    public boolean move(PlacedName name, String claim, String location) {
        return database.write(transaction ->
                transaction.update(MOVE, Locations.normal(location), ids.get().toString(), name.key(), claim) == 1);
    }

    /// Notes that the scope will be in a location, before it is.
    void spread(Transaction transaction, ScopeId scope, String location) {
        spread(transaction, scope.key(), Locations.normal(location));
    }

    private void spread(Transaction transaction, String scope, String location) {
        boolean isNew = transaction.update(SPREAD, scope, location) == 1;
        if (isNew && locations.serves(location)) {
            transaction.update(SET_PASS, renewed(transaction, scope, location), scope, location);
        }
    }

    /// Notes what a cell will ask for; false if the scope is not said to be there.
    public boolean setPass(ScopeId scope, String location, String pass) {
        return database.write(
                transaction -> transaction.update(SET_PASS, pass, scope.key(), Locations.normal(location)) == 1);
    }

    /// The locations where the scope has had something.
    public List<Spread> spread(ScopeId scope) {
        return database.read(transaction -> spread(transaction, scope.key()));
    }

    private static List<Spread> spread(Transaction transaction, String scope) {
        return transaction.query(FIND_SPREAD, row -> new Spread(row.text(), row.textIfAny()), scope);
    }

    /// Those of them that other cells serve.
    public List<Spread> elsewhere(ScopeId scope) {
        return spread(scope).stream()
                .filter(spread -> !locations.serves(spread.location()))
                .toList();
    }

    /// Notes that the group is in that location no longer or, with a reason, that it can't be deleted there.
    /// Nothing is noted when that operation deletes it no longer.
    public void report(Deletion deletion, Optional<String> remains) {
        ScopeId group = deletion.group();
        database.write(transaction -> {
            boolean goesOn = transaction
                    .one(FIND_DELETION, Row::textIfAny, group.subscription(), group.group())
                    .flatMap(operation -> operation)
                    .filter(deletion.operation()::equals)
                    .isPresent();
            int noted = 0;
            for (String location : goesOn ? deletion.locations() : List.<String>of()) {
                String there = Locations.normal(location);
                noted += remains.isEmpty()
                        ? transaction.update(RETRACT, group.key(), there)
                        : transaction.update(SET_REMAINS, remains, group.key(), there);
            }
            return noted;
        });
    }

    /// The deletion of a group that other cells have something of.
    ///
    /// @param operation that deletes it
    /// @param locations from which nothing has been reported yet
    public record Deletion(ScopeId group, String operation, List<String> locations) {

        public Deletion {
            locations = List.copyOf(locations);
        }
    }

    /// Those of the groups at home here.
    public List<Deletion> deletions() {
        return database.read(transaction -> transaction.query(DELETIONS, Placements::marked)).stream()
                .filter(marked -> locations.serves(marked.location()))
                .map(marked -> new Deletion(marked.group(), marked.operation(), unreported(marked.group())))
                .filter(deletion -> !deletion.locations().isEmpty())
                .toList();
    }

    private List<String> unreported(ScopeId group) {
        return elsewhere(group).stream()
                .filter(spread -> spread.remains().isEmpty())
                .map(Spread::location)
                .toList();
    }

    private record Marked(ScopeId group, String location, String operation) {}

    private static Marked marked(Row row) throws SQLException {
        return new Marked(new ScopeId(row.text(), row.text()), row.text(), row.text());
    }

    // -- in the cell of the location ----------------------------------------------------------------------------------

    /// Another pass for a scope that is here from now on.
    String renewed(Transaction transaction, String scope, String location) {
        String pass = ids.get().toString();
        transaction.update(HOLD, scope, location, pass);
        return pass;
    }

    /// Where a name is that was to be in another location.
    ///
    /// @param present where it is, if it is here after all
    /// @param pass the only one that counts from now on
    public record Withdrawal(Optional<String> present, String pass) {}

    /// Makes sure that a name which is not here can't be made here by any request that is under way: those that
    /// have passed the check are over before the pass is another, and those that have not fail it.
    public Withdrawal withdraw(PlacedName name, String location) {
        return database.write(transaction -> {
            String pass = renewed(transaction, name.scope().key(), Locations.normal(location));
            return new Withdrawal(present(transaction, name), pass);
        });
    }

    /// The pass of the request that this thread serves.
    public static @Nullable String given() {
        return TOKEN.isBound() ? TOKEN.get() : null;
    }

    /// A problem if something new may not be made here: its name may be in another cell.
    ///
    /// @param pass what the request carries
    public void require(Transaction transaction, PlacedName name, String location, @Nullable String pass) {
        if (!locations.isPartial()) {
            return;
        }
        Optional<String> held =
                transaction.one(FIND_HELD, Row::text, name.scope().key(), location);
        if (pass != null && held.filter(pass::equals).isPresent()) {
            return;
        }
        if (!locations.serves(location) || !isHome(transaction, name) || !placedHere(transaction, name, location)) {
            throw new ProblemException(new Problem.Misdirected(
                    name.key(),
                    "'" + name.key()
                            + "' may be in another cell of this control plane: what is new has to be made"
                            + " through its front."));
        }
        spread(transaction, name.scope().key(), location);
    }

    /// Claims the name for a location of this cell; false if it has its place in another.
    private boolean placedHere(Transaction transaction, PlacedName name, String location) {
        String before = claimed(transaction, name, location, ids.get().toString());
        if (!before.equals(location)) {
            transaction.update(PLACE, location, name.key());
        }
        return locations.serves(before);
    }

    // -- both ---------------------------------------------------------------------------------------------------------

    /// Everything about a group that is no more.
    void forget(Transaction transaction, String scope) {
        transaction.update(FORGET_PLACEMENTS, scope + "/", scope + "0");
        transaction.update(FORGET_SPREAD, scope);
        transaction.update(FORGET_HELD, scope);
    }

    /// Why a group could not be deleted is no longer of interest.
    void forgetDeletionError(Transaction transaction, String scope) {
        transaction.update(FORGET_REMAINS, scope);
    }

    private void requireHome(Transaction transaction, PlacedName name) {
        if (!isHome(transaction, name)) {
            throw new ProblemException(new Problem.Misdirected(
                    name.key(), "This is not the home of '" + name.scope().key() + "'."));
        }
    }

    private static void requireLiving(Transaction transaction, ScopeId scope) {
        boolean deleted = transaction
                .one(FIND_DELETION, Row::textIfAny, scope.subscription(), scope.group())
                .filter(Optional::isPresent)
                .isPresent();
        if (deleted) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_GROUP_BEING_DELETED,
                    "The resource group '" + scope.group()
                            + "' is being deleted; nothing can be made or changed in it."));
        }
    }

    private boolean isHome(Transaction transaction, PlacedName name) {
        return homeOf(transaction, name.scope()).filter(locations::serves).isPresent();
    }

    /// The location of the cell that is the scope's home; empty if there is no such scope here.
    private Optional<String> homeOf(Transaction transaction, ScopeId scope) {
        String first = locations.all().getFirst().name();
        return scope.group().isEmpty()
                ? transaction
                        .one(FIND_SUBSCRIPTION, Row::text, scope.subscription())
                        .map(_ -> first)
                : groupLocation(transaction, scope);
    }

    private static Optional<String> groupLocation(Transaction transaction, ScopeId scope) {
        return transaction.one(FIND_GROUP, Row::text, scope.subscription(), scope.group());
    }

    /// Where the name has its place.
    private static String claimed(Transaction transaction, PlacedName name, String location, String claim) {
        return transaction.change(CLAIM, Row::text, name.key(), location, claim).getFirst();
    }

    private Optional<String> present(Transaction transaction, PlacedName name) {
        return name.isGroup()
                ? groupLocation(transaction, ScopeId.parse(name.key())).filter(locations::serves)
                : transaction.one(FIND_RESOURCE, Row::text, name.key());
    }
}
