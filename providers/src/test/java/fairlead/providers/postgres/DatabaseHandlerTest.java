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
import tools.jackson.databind.node.ObjectNode;

class DatabaseHandlerTest {

    private static final String UNFINISHED = "SELECT datname FROM pg_database WHERE datname LIKE 'fairlead\\_%'";

    private final String name = fresh("milton_");
    private final ManualWorker worker =
            worker(new Conforming(PostgresTypes.all().getLast()));

    @Nested
    class ANewDatabase {

        @Test
        void hasDefaultsForWhatIsLeftOut() {
            assertThat(done(worker.create(named(name))))
                    .isEqualTo(json("""
                        {"Name": "%s", "Owner": "fairlead", "ConnectionLimit": -1, "ForceDisconnect": false,
                         "Encoding": "UTF8", "LcCollate": "C", "LcCtype": "C"}
                        """.formatted(name)))
                    .isEqualTo(done(worker.read(named(name))));
        }

        @Test
        void comesBackAsItWasAskedForButForItsTemplate() {
            sql("CREATE ROLE " + name);
            ObjectNode desired = json("""
                {"Name": "%s", "Owner": "%s", "ConnectionLimit": 5, "ForceDisconnect": true, "Template": "template0",
                 "Encoding": "LATIN1", "LcCollate": "C", "LcCtype": "C"}
                """.formatted(name, name));

            ObjectNode made = done(worker.create(desired));

            desired.remove("Template");
            assertThat(made).isEqualTo(desired).isEqualTo(done(worker.read(named(name))));
        }

        @Test
        void isACopyOfItsTemplate() throws SQLException {
            done(worker.create(named(name)));
            try (Connection connection = login(SERVER.superuser(), SERVER.password(), name)) {
                connection.createStatement().execute("CREATE TABLE stapler (color text)");
            }

            done(worker.create(named(name + "_2").put("Template", name)));

            try (Connection connection = login(SERVER.superuser(), SERVER.password(), name + "_2")) {
                assertThat(connection.createStatement().execute("TABLE stapler"))
                        .isTrue();
            }
        }

        @Test
        void isRefusedIfTheNameIsTaken() {
            sql("CREATE DATABASE " + name);

            assertThat(failed(worker.create(named(name)))).isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(sql(UNFINISHED)).isEmpty();
        }

        @Test
        void isTheSameForTheSameToken() {
            ObjectNode made = done(worker.create(named(name), "one of " + name));

            assertThat(done(worker.create(named(name), "one of " + name))).isEqualTo(made);
            assertThat(failed(worker.create(named(name), "two of " + name))).isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void leavesNothingBehindIfItIsRefused() {
            assertThat(failed(worker.create(named(name).put("Owner", "nobody here"))))
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(failed(worker.create(named(name).put("LcCollate", "C' OWNER x --"))))
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(failed(worker.create(named("ß".repeat(32))))).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(sql(UNFINISHED)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("fairlead.providers.postgres.Fixture#nastyNames")
    void namesMeanThemselvesWhateverTheyHold(String nasty) {
        ManualWorker roles = worker(new RoleHandler(Session.Hook.NONE));
        done(roles.create(named(nasty)));
        ObjectNode made = done(worker.create(named(nasty).put("Owner", nasty)));

        assertThat(made.get("Name").stringValue()).isEqualTo(nasty);
        assertThat(made.get("Owner").stringValue()).isEqualTo(nasty);
        assertThat(worker.list()).contains(named(nasty));
        done(worker.update(named(nasty), named(nasty).put("ForceDisconnect", true), made));
        assertThat(done(worker.read(named(nasty))).get("ForceDisconnect").booleanValue())
                .isTrue();
        assertThat(worker.delete(named(nasty))).isEqualTo(Progress.gone());
        assertThat(sql("SELECT datname FROM pg_database")).contains("postgres").doesNotContain(nasty);
        assertThat(roles.delete(named(nasty))).isEqualTo(Progress.gone());
    }

    @Nested
    class AnUpdate {

        @Test
        void setsTheWholeState() {
            sql("CREATE ROLE " + name);
            ObjectNode made = done(worker.create(named(name)));

            ObjectNode changed = done(
                    worker.update(named(name), named(name).put("Owner", name).put("ConnectionLimit", 9), made));
            assertThat(changed).isEqualTo(made.deepCopy().put("Owner", name).put("ConnectionLimit", 9));

            assertThat(done(worker.update(named(name), named(name), changed))).isEqualTo(made);
        }

        @Test
        void keepsAForeignComment() {
            sql("CREATE DATABASE " + name);
            sql("COMMENT ON DATABASE " + name + " IS 'It''s mine'");
            String comment =
                    "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '" + name + "'";

            done(worker.update(named(name), named(name).put("ForceDisconnect", true), named(name)));
            assertThat(done(worker.read(named(name))).get("ForceDisconnect").booleanValue())
                    .isTrue();
            done(worker.update(named(name), named(name), named(name)));

            assertThat(sql(comment)).containsExactly("It's mine");
        }

        @Test
        void makesNoDatabase() {
            assertThat(failed(worker.update(named(name), named(name), named(name))))
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.read(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @Test
        void changesNothingIfItFails() {
            ObjectNode made = done(worker.create(named(name)));
            ObjectNode desired = named(name).put("ConnectionLimit", 1).put("Owner", "nobody here");

            assertThat(failed(worker.update(named(name), desired, made))).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(done(worker.read(named(name)))).isEqualTo(made);
        }
    }

    @Nested
    class ADelete {

        @Test
        void removesTheDatabase() {
            done(worker.create(named(name)));

            assertThat(worker.delete(named(name))).isEqualTo(Progress.gone());
            assertThat(failed(worker.read(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(worker.delete(named(name)))).isEqualTo(ErrorCode.NOT_FOUND);
        }

        @Test
        void isToBeTriedAgainWhileThereAreSessions() throws SQLException {
            done(worker.create(named(name)));

            try (Connection session = login(SERVER.superuser(), SERVER.password(), name)) {
                Progress.Failed failure = failure(worker.delete(named(name)));

                assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_CONFLICT);
                assertThat(failure.message()).contains("There is 1 other session");
                assertThat(session.isValid(5)).isTrue();
            }
        }

        @Test
        void endsTheSessionsWhereThatIsAskedFor() throws SQLException {
            done(worker.create(named(name).put("ForceDisconnect", true)));

            try (Connection session = login(SERVER.superuser(), SERVER.password(), name)) {
                assertThat(worker.delete(named(name))).isEqualTo(Progress.gone());
                assertThat(session.isValid(5)).isFalse();
            }
        }

        @Test
        void isRefusedForTheDatabaseItIsAskedOver() {
            assertThat(failed(worker.delete(named("postgres")))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }

        @Test
        void isRefusedForATemplate() {
            assertThat(failed(worker.delete(named("template1")))).isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void listsGoThroughAllPagesWithoutTheDatabasesOfTheServer() {
        List<ObjectNode> made = List.of(named(name + "_A"), named(name + "_B"), named(name + "_a"));
        made.forEach(worker::create);

        assertThat(worker.list())
                .containsSubsequence(made)
                .doesNotContain(named("postgres"), named("template0"), named("template1"));
    }

    @Nested
    class Repetition {

        @Test
        void ofEveryCallGoesUnnoticed() {
            worker.repeatingEveryCall();
            ObjectNode made = done(worker.create(named(name).put("ForceDisconnect", true)));

            assertThat(done(worker.update(named(name), named(name), made))
                            .get("ForceDisconnect")
                            .booleanValue())
                    .isFalse();
            assertThat(worker.delete(named(name))).isEqualTo(Progress.gone());
        }

        @Test
        void healsACrashAfterAnyStatement() {
            var crash = new Fixture.Crash();
            ManualWorker crashing = worker(new DatabaseHandler(crash));
            int crashes = 0;
            for (int after = 1; crashes == after - 1; after++) {
                String database = name + "_" + after;
                ObjectNode desired = named(database).put("ConnectionLimit", 4).put("ForceDisconnect", true);
                crash.crashAfter(after);
                crashes += crashing.create(desired, database) instanceof Progress.Failed ? 1 : 0;
                crash.crashNoMore();

                ObjectNode made = done(crashing.create(desired, database));
                assertThat(made.get("ConnectionLimit").intValue()).isEqualTo(4);
                assertThat(made.get("ForceDisconnect").booleanValue()).isTrue();
                assertThat(sql(UNFINISHED)).isEmpty();
                assertThat(failed(crashing.create(desired, "another"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
            }
            assertThat(crashes).isEqualTo(4);
        }

        @Test
        void cleansUpIfTheNameWasTakenAfterACrash() {
            var crash = new Fixture.Crash();
            ManualWorker crashing = worker(new DatabaseHandler(crash));
            crash.crashAfter(1);
            failed(crashing.create(named(name), "one"));
            crash.crashNoMore();
            assertThat(sql(UNFINISHED)).hasSize(1);
            assertThat(worker.list()).doesNotContain(named(sql(UNFINISHED).getFirst()));
            sql("CREATE DATABASE " + name);

            assertThat(failed(crashing.create(named(name), "one"))).isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(sql(UNFINISHED)).isEmpty();
        }
    }

    @Test
    void aRoleThatIsNoSuperuserCanDoIt() {
        sql("CREATE ROLE " + name + " LOGIN CREATEDB PASSWORD 'p'");
        ManualWorker limited = worker(new DatabaseHandler(Session.Hook.NONE), configuration(name, "p"));
        ObjectNode database = named(name + "_made");

        ObjectNode made = done(limited.create(database.deepCopy().put("ForceDisconnect", true)));
        assertThat(made.get("Owner").stringValue()).isEqualTo(name);
        done(limited.update(database, database, made));
        assertThat(limited.delete(database)).isEqualTo(Progress.gone());
        assertThat(failed(limited.create(database.put("Owner", SERVER.superuser()))))
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }
}
