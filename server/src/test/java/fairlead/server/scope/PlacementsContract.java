package fairlead.server.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.testing.SettableClock;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Placements.Claim;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/// Names have one place, on every database.
abstract class PlacementsContract {

    private static final String SUBSCRIPTION = "11111111-1111-1111-1111-111111111111";
    private static final ScopeId GROUP = new ScopeId(SUBSCRIPTION, "g");
    private static final PlacedName NAME = PlacedName.parse(GROUP.key() + "/providers/A.B/things/n");
    private static final List<String> ALL = List.of("west", "north");

    private Database westDatabase;
    private Database northDatabase;
    private Scopes west;
    private Scopes north;

    abstract Database open();

    @BeforeEach
    void begin() {
        westDatabase = open();
        northDatabase = open();
        west = scopes(westDatabase, "west");
        north = scopes(northDatabase, "north");
        west.putSubscription(SUBSCRIPTION, "Test", "Enabled");
        Caller caller = new Caller(Principal.DEVELOPER, "r", "c", Optional.empty(), "");
        west.putGroup(caller, SUBSCRIPTION, "g", "west", JsonNodeFactory.instance.objectNode());
    }

    @AfterEach
    void end() {
        westDatabase.close();
        northDatabase.close();
    }

    private static Scopes scopes(Database database, String cell) {
        SettableClock clock = SettableClock.atNoon();
        Migrations.apply(database, clock);
        return new Scopes(database, new AuditTrail(), new Locations(ALL, List.of(cell)), clock, UUID::randomUUID);
    }

    private ScopeCopies copies(Database database, Scopes scopes) {
        return new ScopeCopies(database, scopes, SettableClock.atNoon());
    }

    /// What a front does the first time that something of a group is to be in the other cell.
    private String spreadToNorth() {
        ScopeCopies.Copy copy = copies(westDatabase, west).spread(GROUP, "north");
        String pass = copies(northDatabase, north).hold(copy, "north");
        assertThat(west.placements().setPass(GROUP, "north", pass)).isTrue();
        return pass;
    }

    private static boolean mayBeMade(Database database, Scopes scopes, String location, @Nullable String pass) {
        try {
            database.write(transaction -> {
                scopes.placements().require(transaction, NAME, location, pass);
                return true;
            });
            return true;
        } catch (ProblemException refused) {
            assertThat(refused.problem().status()).isEqualTo(421);
            return false;
        }
    }

    @Test
    void aNameKeepsTheFirstPlaceThatItIsClaimedFor() {
        assertThat(west.placements().claim(NAME, "north").location()).isEqualTo("north");
        assertThat(west.placements().claim(NAME, "West").location()).isEqualTo("north");
        assertThat(west.placements().find(NAME).placed()).contains("north");
    }

    @Test
    void onlyTheHomeIsAskedForClaims() {
        spreadToNorth();
        assertThatThrownBy(() -> north.placements().claim(NAME, "north")).isInstanceOf(ProblemException.class);
    }

    @Test
    void whatIsNewElsewhereNeedsThePass() {
        String pass = spreadToNorth();
        assertThat(west.placements().claim(NAME, "north").pass()).contains(pass);
        assertThat(mayBeMade(northDatabase, north, "north", null)).isFalse();
        assertThat(mayBeMade(northDatabase, north, "north", "another")).isFalse();
        assertThat(mayBeMade(northDatabase, north, "north", pass)).isTrue();
    }

    @Test
    void whatIsNewAtHomeIsClaimedThere() {
        assertThat(mayBeMade(westDatabase, west, "west", null)).isTrue();
        assertThat(west.placements().claim(NAME, "north").location()).isEqualTo("west");
    }

    @Test
    void whatIsClaimedForElsewhereIsNotMadeAtHome() {
        west.placements().claim(NAME, "north");
        assertThat(mayBeMade(westDatabase, west, "west", null)).isFalse();
    }

    @Test
    void aNameThatIsWithdrawnCanNotBeMadeWithAnEarlierPass() {
        String pass = spreadToNorth();
        Claim claim = west.placements().claim(NAME, "north");
        String renewed = north.placements().withdraw(NAME, "north").pass();
        assertThat(mayBeMade(northDatabase, north, "north", pass)).isFalse();
        west.placements().setPass(GROUP, "north", renewed);
        assertThat(west.placements().move(NAME, claim.claim(), "west")).isTrue();
        assertThat(west.placements().find(NAME).placed()).contains("west");
    }

    @Test
    void aNameIsNotMovedWhenItWasClaimedAgain() {
        spreadToNorth();
        Claim mover = west.placements().claim(NAME, "west");
        west.placements().claim(NAME, "north");
        assertThat(west.placements().move(NAME, mover.claim(), "west")).isFalse();
    }

    @Test
    void aReportOfAnotherDeletionIsOfNoInterest() {
        spreadToNorth();
        west.placements().report(new Placements.Deletion(GROUP, "long ago", List.of("north")), Optional.empty());
        assertThat(west.placements().spread(GROUP))
                .extracting(Placements.Spread::location)
                .containsExactly("north");
    }
}
