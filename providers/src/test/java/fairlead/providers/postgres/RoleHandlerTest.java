package fairlead.providers.postgres;

import static fairlead.providers.postgres.Fixture.SERVER;
import static fairlead.providers.postgres.Fixture.configuration;
import static fairlead.providers.postgres.Fixture.done;
import static fairlead.providers.postgres.Fixture.failed;
import static fairlead.providers.postgres.Fixture.failure;
import static fairlead.providers.postgres.Fixture.fresh;
import static fairlead.providers.postgres.Fixture.json;
import static fairlead.providers.postgres.Fixture.login;
import static fairlead.providers.postgres.Fixture.named;
import static fairlead.providers.postgres.Fixture.sql;
import static fairlead.providers.postgres.Fixture.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.testing.ManualWorker;
import fairlead.providers.Conforming;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class RoleHandlerTest {

    private final String name = fresh("peter_");
    private final ManualWorker worker =
            worker(new Conforming(PostgresTypes.all().getFirst()));

    @Nested
    class ANewRole {

        @Test
        void hasDefaultsForWhatIsLeftOut() {
            ObjectNode made = done(worker.create(named(name)));

            assertThat(made).isEqualTo(json("""
                {"Name": "%s", "Login": false, "ConnectionLimit": -1, "CreateDatabase": false, "MemberOf": []}
                """.formatted(name))).isEqualTo(done(worker.read(named(name))));
        }

        @Test
        void comesBackAsItWasAskedFor() {
            String group = fresh("group_");
            done(worker.create(named(group)));
            ObjectNode desired = json("""
                {"Name": "%s", "Login": true, "ConnectionLimit": 7, "CreateDatabase": true, "MemberOf": ["%s"],
                 "ValidUntil": "2030-02-28T23:59:59Z"}
                """.formatted(name, group));

            assertThat(done(worker.create(desired))).isEqualTo(desired).isEqualTo(done(worker.read(named(name))));
        }

        @Test
        void isRefusedIfTheNameIsTaken() {
            sql("CREATE ROLE " + name);

            assertThat(failed(worker.create(named(name)))).isEqualTo(ErrorCode.ALREADY_EXISTS);
            done(worker.create(named(name + "_2"), "one"));
            assertThat(failed(worker.create(named(name + "_2"), "two"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void isTheSameForTheSameToken() {
            ObjectNode made = done(worker.create(named(name), "one of " + name));

            assertThat(done(worker.create(named(name), "one of " + name))).isEqualTo(made);
        }

        @Test
        void isNotLeftBehindIfAGroupDoesNotExist() {
            ObjectNode desired = json("{\"Name\": \"%s\", \"MemberOf\": [\"nobody here\"]}".formatted(name));

            Progress.Failed failure = failure(worker.create(desired));

            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(failure.message()).contains("role \"nobody here\" does not exist");
            assertThat(failed(worker.read(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @ParameterizedTest
        @ValueSource(strings = {"pg_secret", "", "a\0b", "ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß", "\uD800"})
        void needsANameThatPostgresqlCanKeep(String impossible) {
            assertThat(failed(worker.create(named(impossible)))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }

        @Test
        void isToldHowLongItsNameIs() {
            assertThat(failure(worker.create(named("ß".repeat(32)))).message())
                    .contains("it has 64 bytes in UTF-8, and PostgreSQL allows 63");
        }
    }

    @Nested
    class Names {

        @ParameterizedTest
        @MethodSource("fairlead.providers.postgres.Fixture#nastyNames")
        void meanThemselvesWhateverTheyHold(String nasty) {
            ObjectNode desired = named(nasty);
            desired.putArray("MemberOf").add(done(worker.create(named(name))).get("Name"));

            ObjectNode made = done(worker.create(desired));
            assertThat(made.get("Name").stringValue()).isEqualTo(nasty);
            assertThat(sql("SELECT rolname FROM pg_roles WHERE rolname NOT LIKE 'pg\\_%'"))
                    .contains(nasty, "fairlead");
            assertThat(worker.list()).contains(named(nasty));
            assertThat(done(worker.update(named(nasty), named(nasty), made)).get("MemberOf"))
                    .isEmpty();

            assertThat(worker.delete(named(nasty))).isEqualTo(Progress.gone());
            assertThat(sql("SELECT rolname FROM pg_roles"))
                    .doesNotContain(nasty)
                    .contains("fairlead");
        }

        @ParameterizedTest
        @MethodSource("fairlead.providers.postgres.Fixture#nastyNames")
        void ofGroupsMeanThemselves(String nasty) {
            done(worker.create(named(nasty)));
            ObjectNode desired = named(name);
            desired.putArray("MemberOf").add(nasty);

            assertThat(done(worker.create(desired)).get("MemberOf")).isEqualTo(desired.get("MemberOf"));
            worker.delete(named(nasty));
        }
    }

    @Nested
    class ThePassword {

        private static final String SECRET = "it's \\ \"open\" séame";

        @Test
        void letsIn() throws SQLException {
            done(worker.create(withPassword(SECRET)));

            try (Connection connection = login(name, SECRET, "postgres")) {
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThatThrownBy(() -> login(name, "wrong", "postgres").close()).hasMessageContaining("authentication");
        }

        @Test
        void leavesTheProcessAsAVerifierOnly() {
            var seen = new Fixture.Crash();
            done(worker(new RoleHandler(seen)).create(withPassword(SECRET)));

            assertThat(seen.statements()).anyMatch(statement -> statement.contains("PASSWORD 'SCRAM-SHA-256$"));
            assertThat(seen.statements()).noneMatch(statement -> statement.contains("open"));
        }

        @Test
        void isNeverInAModelNorInAMessage() {
            assertThat(done(worker.create(withPassword(SECRET))).has("Password"))
                    .isFalse();
            assertThat(done(worker.read(named(name))).has("Password")).isFalse();
            ObjectNode failing = withPassword(SECRET).put("ValidUntil", "never");
            assertThat(failure(worker.update(named(name), failing, named(name))).message())
                    .contains("never")
                    .doesNotContain("open");
        }

        @Test
        void staysWhenAnUpdateLeavesItOut() throws SQLException {
            ObjectNode made = done(worker.create(withPassword("first")));
            ObjectNode without = withPassword("");
            without.remove("Password");

            done(worker.update(named(name), without, made));
            login(name, "first", "postgres").close();

            done(worker.update(named(name), withPassword("second"), made));
            login(name, "second", "postgres").close();
        }

        private ObjectNode withPassword(String password) {
            return named(name).put("Login", true).put("Password", password);
        }
    }

    @Nested
    class AnUpdate {

        @Test
        void setsTheWholeState() {
            String one = done(worker.create(named(name + "_1"))).get("Name").stringValue();
            String two = done(worker.create(named(name + "_2"))).get("Name").stringValue();
            ObjectNode made = done(worker.create(json("""
                {"Name": "%s", "Login": true, "CreateDatabase": true, "ConnectionLimit": 3, "MemberOf": ["%s"],
                 "ValidUntil": "2030-01-01T00:00:00Z"}
                """.formatted(name, one))));

            ObjectNode changed = done(worker.update(
                    named(name), json("{\"Name\": \"%s\", \"MemberOf\": [\"%s\"]}".formatted(name, two)), made));

            assertThat(changed).isEqualTo(json("""
                {"Name": "%s", "Login": false, "ConnectionLimit": -1, "CreateDatabase": false, "MemberOf": ["%s"]}
                """.formatted(name, two)));
        }

        @Test
        void makesNoRole() {
            assertThat(failed(worker.update(named(name), named(name), named(name))))
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(sql("SELECT 1 FROM pg_roles WHERE rolname = '" + name + "'"))
                    .isEmpty();
        }

        @Test
        void changesNothingIfItFails() {
            ObjectNode made = done(worker.create(named(name)));
            ObjectNode desired = json("{\"Login\": true, \"MemberOf\": [\"%s\"]}".formatted(name));

            Progress.Failed failure = failure(worker.update(named(name), desired, made));

            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(failure.message()).contains("is a member of role");
            assertThat(done(worker.read(named(name)))).isEqualTo(made);
        }

        @Test
        void takesNoTextForSql() {
            ObjectNode made = done(worker.create(named(name)));
            ObjectNode desired = json("{\"ValidUntil\": \"infinity' SUPERUSER --\"}");

            assertThat(failed(worker.update(named(name), desired, made))).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(sql("SELECT rolsuper FROM pg_roles WHERE rolname = '" + name + "'"))
                    .containsExactly("f");
        }
    }

    @Nested
    class ADelete {

        @Test
        void removesTheRole() {
            done(worker.create(named(name)));

            assertThat(worker.delete(named(name))).isEqualTo(Progress.gone());
            assertThat(failed(worker.read(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.delete(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @Test
        void isRefusedForGoodWhileTheRoleOwnsSomething() {
            done(worker.create(named(name)));
            sql("CREATE DATABASE of_" + name + " OWNER " + name);

            Progress.Failed failure = failure(worker.delete(named(name)));

            assertThat(failure.code()).isEqualTo(ErrorCode.GENERAL_SERVICE_EXCEPTION);
            assertThat(failure.message()).contains("owner of database of_" + name);
        }

        @Test
        void isRefusedForTheRoleThatAsks() {
            assertThat(failed(worker.delete(named(SERVER.superuser())))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    @Nested
    class Lists {

        @Test
        void goThroughAllPagesInOrder() {
            List<ObjectNode> made = List.of(named(name + "_A"), named(name + "_B"), named(name + "_a"));
            made.forEach(worker::create);

            assertThat(worker.list()).containsSubsequence(made);
        }

        @Test
        void leaveOutTheRolesOfTheServer() {
            assertThat(worker.list()).doesNotContain(named(SERVER.superuser()), named("pg_monitor"));
        }
    }

    @Nested
    class Repetition {

        @Test
        void ofEveryCallGoesUnnoticed() {
            worker.repeatingEveryCall();
            String group = fresh("group_");
            done(worker.create(named(group)));
            ObjectNode made = done(worker.create(
                    json("{\"Name\": \"%s\", \"Password\": \"p\", \"MemberOf\": [\"%s\"]}".formatted(name, group))));

            assertThat(done(worker.update(named(name), named(name), made)).get("MemberOf"))
                    .isEmpty();
            assertThat(worker.delete(named(name))).isEqualTo(Progress.gone());
        }

        @Test
        void healsACrashAfterAnyStatement() {
            String group =
                    done(worker.create(named(fresh("group_")))).get("Name").stringValue();
            var crash = new Fixture.Crash();
            ManualWorker crashing = worker(new RoleHandler(crash));
            int crashes = 0;
            for (int after = 1; crashes == after - 1; after++) {
                String role = name + "_" + after;
                ObjectNode desired =
                        json("{\"Name\": \"%s\", \"Login\": true, \"MemberOf\": [\"%s\"]}".formatted(role, group));
                crash.crashAfter(after);
                crashes += crashing.create(desired, role) instanceof Progress.Failed ? 1 : 0;
                crash.crashNoMore();

                assertThat(done(crashing.create(desired, role)).get("MemberOf")).hasSize(1);
                assertThat(failed(crashing.create(desired, "another"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
            }
            assertThat(crashes).isEqualTo(4);
        }
    }

    @Test
    void aRoleThatIsNoSuperuserCanDoIt() {
        sql("CREATE ROLE " + name + " LOGIN CREATEROLE PASSWORD 'p'");
        ManualWorker limited = worker(new RoleHandler(Session.Hook.NONE), configuration(name, "p"));
        ObjectNode role = named(name + "_made");

        ObjectNode made = done(limited.create(role.deepCopy().put("Password", "q")));
        assertThat(done(limited.update(role, role.deepCopy().put("Login", true), made))
                        .get("Login")
                        .booleanValue())
                .isTrue();
        assertThat(limited.delete(role)).isEqualTo(Progress.gone());
    }

    @Test
    void aRoleWithoutTheRightIsDeniedAccess() {
        sql("CREATE ROLE " + name + " LOGIN PASSWORD 'p'");
        ManualWorker limited = worker(new RoleHandler(Session.Hook.NONE), configuration(name, "p"));

        assertThat(failed(limited.create(named(name + "_made")))).isEqualTo(ErrorCode.ACCESS_DENIED);
    }
}
