package fairlead.server.access.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.identity.CredentialUses;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.accesskey.Holder;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What was decided for a change holds until the change is made, or the change is not made.
abstract class RevocationContract {

    private static final int RACES = 1_000;
    private static final AccessScope SCOPE = new AccessScope("/subscriptions/00000000-0000-0000-0000-000000000000");
    private static final Action WRITE = Action.write("Fairlead.Lab/things");
    private static final String KEYSET = Vault.newKeyset();
    private static final Principal ROOT = new Principal("root", "User", new UUID(1, 1));
    private static final Principal ALICE = new Principal("alice", "User", new UUID(1, 2));

    @TempDir
    private Path folder;

    private Database database;
    private CurrentRules rules;
    private Authorizer authorizer;
    private AuditTrail audit;
    private Roles roles;

    abstract Database open(Path data);

    @BeforeEach
    void start() {
        database = open(folder);
        Clock clock = Clock.systemUTC();
        Migrations.apply(database, clock);
        rules = new CurrentRules(database, Clock.systemUTC());
        authorizer = Authorizer.by(rules, rules::in);
        audit = new AuditTrail(authorizer);
        roles = new Roles(database, authorizer, new RuleChanges(database, rules), audit, clock);
        roles.makeOwner(caller(ROOT), ROOT.id(), "User");
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private static Caller caller(Principal principal) {
        return new Caller(principal, "request", "correlation", Optional.empty(), "127.0.0.1");
    }

    private UUID give() {
        UUID name = UUID.randomUUID();
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.put("roleDefinitionId", BuiltInRoles.CONTRIBUTOR.id().toString());
        properties.put("principalId", ALICE.id().toString());
        roles.putAssignment(caller(ROOT), SCOPE, name, properties);
        return name;
    }

    private Caller permitted() {
        Caller alice = caller(ALICE);
        return alice.with(authorizer.require(alice, WRITE, SCOPE));
    }

    private void change(Caller caller, String name) {
        database.write(transaction -> {
            byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
            audit.append(
                    transaction,
                    Instant.now(),
                    caller,
                    AuditTrail.Deed.managing(name, "00000000-0000-0000-0000-000000000000", "", "/x", "Lab", nothing));
            return true;
        });
    }

    @Test
    void aChangeIsMadeThatIsStillAllowed() {
        give();
        change(permitted(), "Change");
        assertThat(deeds()).contains("Change");
    }

    @Test
    void aChangeThatWasDecidedBeforeARevocationIsNotMadeAfterIt() {
        UUID name = give();
        Caller alice = permitted();
        roles.deleteAssignment(caller(ROOT), SCOPE, name);
        assertThatThrownBy(() -> change(alice, "Change"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.SUBSCRIPTION_NOT_FOUND));
        assertThat(deeds()).doesNotContain("Change");
    }

    @Test
    void aChangeOfOtherRulesDoesNotStopIt() {
        give();
        Caller alice = permitted();
        roles.putDenial(caller(ROOT), new AccessScope(SCOPE + "/resourceGroups/other"), UUID.randomUUID(), denial());
        change(alice, "Change");
        assertThat(deeds()).contains("Change");
    }

    private static ObjectNode denial() {
        ObjectNode properties = JsonNodeFactory.instance.objectNode().put("denyAssignmentName", "freeze");
        properties.putArray("permissions").addObject().putArray("actions").add("*");
        properties.putArray("principals").addObject().put("id", ALICE.id().toString());
        return properties;
    }

    /// A node that has not heard of the revocation decides by what it knows; its transaction does not.
    @Test
    void anotherNodeThatHasNotHeardOfTheRevocationChangesNothing() {
        UUID name = give();
        CurrentRules stale = new CurrentRules(database, Clock.systemUTC());
        Authorizer other = Authorizer.by(stale, stale::in);
        Caller alice = caller(ALICE);
        roles.deleteAssignment(caller(ROOT), SCOPE, name);
        Caller permitted = alice.with(other.require(alice, WRITE, SCOPE));
        AuditTrail theirs = new AuditTrail(other);
        assertThatThrownBy(() -> database.write(transaction -> {
                    byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
                    theirs.append(
                            transaction,
                            Instant.now(),
                            permitted,
                            AuditTrail.Deed.managing("Late", "", "", "/x", "Lab", nothing));
                    return true;
                }))
                .isInstanceOf(ProblemException.class);
        assertThat(deeds()).doesNotContain("Late");
    }

    /// A node that has not heard that a key was removed takes it still; its transaction does not.
    @Test
    void whatIsSignedByAKeyThatWasRemovedChangesNothing() {
        Clock clock = Clock.systemUTC();
        Directory directory = new Directory(
                database, new RuleChanges(database, rules), audit, clock, UUID::randomUUID, () -> new byte[32]);
        DirectoryObject bot = directory.create(caller(ROOT), DirectoryObject.Kind.SERVICE, "bot");
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.put("roleDefinitionId", BuiltInRoles.CONTRIBUTOR.id().toString());
        properties.put("principalId", bot.id().toString()).put("principalType", "ServicePrincipal");
        roles.putAssignment(caller(ROOT), SCOPE, UUID.randomUUID(), properties);
        AccessKeys keys = keys(rules, clock);
        String id = keys.mint(caller(ROOT), bot.id(), "00000000-0000-0000-0000-000000000000", Duration.ofDays(1))
                .key()
                .id();
        CurrentRules stale = new CurrentRules(database, Clock.systemUTC());
        keys.remove(caller(ROOT), bot.id(), id);
        assertThat(keys.find(id, "")).isInstanceOf(AccessKeys.Found.Unknown.class);
        Authorizer other = Authorizer.by(stale, stale::in);
        AccessKeys.Found found = keys(stale, clock).find(id, "");
        Holder holder = ((AccessKeys.Found.Key) found).holder();
        Caller signer = caller(holder.principal()).as(holder.principal(), holder.subject());
        Caller permitted = signer.with(other.require(signer, WRITE, SCOPE));
        byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
        AuditTrail.Deed deed = AuditTrail.Deed.managing("Late", "", "", "/x", "Lab", nothing);
        AuditTrail theirs = new AuditTrail(other);
        assertThatThrownBy(() -> database.write(transaction -> {
                    theirs.append(transaction, Instant.now(), permitted, deed);
                    return true;
                }))
                .isInstanceOf(ProblemException.class);
        assertThat(deeds()).doesNotContain("Late");
    }

    private AccessKeys keys(CurrentRules known, Clock clock) {
        Vault vault = new Vault(() -> KEYSET);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        CredentialUses uses = new CredentialUses(database, clock);
        return new AccessKeys(database, known, audit, uses, vault, clock, () -> random);
    }

    /// Each race ends with the revocation told to its caller; from then on nothing that was begun before may be made.
    @Test
    void noRaceIsWonByAChangeThatComesAfterTheRevocation() throws InterruptedException, ExecutionException {
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int race = 0; race < RACES; race++) {
                UUID name = give();
                Caller alice = permitted();
                AtomicBoolean revoked = new AtomicBoolean();
                Future<Boolean> late = both.submit(() -> {
                    boolean after = revoked.get();
                    try {
                        change(alice, "Raced");
                        return after;
                    } catch (ProblemException refused) {
                        return false;
                    }
                });
                roles.deleteAssignment(caller(ROOT), SCOPE, name);
                revoked.set(true);
                assertThat(late.get()).as("race %d", race).isFalse();
            }
        }
    }

    private List<String> deeds() {
        return database
                .read(transaction -> audit.list(
                        transaction,
                        new AuditTrail.Search(
                                Optional.of("00000000-0000-0000-0000-000000000000"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Instant.EPOCH,
                                Instant.now().plus(Duration.ofDays(1))),
                        Instant.now().plus(Duration.ofDays(1)),
                        0,
                        1_000))
                .stream()
                .map(entry -> new String(entry.json(), StandardCharsets.UTF_8))
                .map(json -> json.replaceAll(".*\"eventName\":\"(\\w+)\".*", "$1"))
                .toList();
    }
}
