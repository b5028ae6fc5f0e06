package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler;
import fairlead.server.database.Row;
import fairlead.server.problem.Problem;
import fairlead.server.type.Registrations.Registered;
import fairlead.server.type.definition.ArmType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What registering types means, on whatever database.
abstract class RegistrationsContract extends OnNodes {

    @Nested
    class ANewType {

        @Test
        void isServedAtOnce() {
            Registered registered = node.register(Archives.example());

            assertThat(registered.created()).isTrue();
            assertThat(registered.warnings()).isEmpty();
            assertThat(registered.version().versionId()).isEqualTo("00000001");
            assertThat(registered.version().apiVersion()).isEqualTo("2026-11-01");
            assertThat(registered.version().armType()).hasToString("Example.Web/bookmarks");
            assertThat(node.types.find(ArmType.parse("example.web/BOOKMARKS".toLowerCase(Locale.ROOT))))
                    .contains(registered.type());
            assertThat(create(registered.version(), "news")).isInstanceOf(Progress.Done.class);
            assertThat(deeds()).containsExactly("RegisterType");
        }

        @Test
        void hasTheCapabilitiesOfItsHandler() {
            ResourceHandler handler =
                    node.register(Archives.example()).version().handler();
            create(node.bookmark().current(), "one");
            create(node.bookmark().current(), "two");

            assertThat(handler).isInstanceOf(ResourceHandler.Updatable.class);
            Page page =
                    ((ResourceHandler.Listable) handler).list(new Query(json("{}"), 1, Optional.empty()), context());
            assertThat(page.identifiers()).containsExactly(json("{'Name': 'one'}"));
            assertThat(page.next()).contains("one");
        }

        @Test
        void takesTheDayOfItsRegistrationWithoutAnApiVersion() {
            byte[] archive = Archives.exampleWith("\"apiVersion\": \"2026-11-01\"", "\"verifyByRead\": true");

            String today = clock.instant().toString().substring(0, 10);
            assertThat(node.register(archive).version().apiVersion()).isEqualTo(today);
        }

        @Test
        void survivesARestart() {
            Registered registered = node.register(Archives.example());

            Node restarted = node(node.database, "cache");

            TypeVersion version = restarted.bookmark().current();
            assertThat(version.digest()).isEqualTo(registered.version().digest());
            assertThat(version.registeredAt()).isEqualTo(clock.instant());
            assertThat(create(version, "news")).isInstanceOf(Progress.Done.class);
        }

        @Test
        void isTheSameHoweverItWasPacked() {
            node.register(Archives.example());
            var reversed = new LinkedHashMap<String, byte[]>();
            new TreeMap<>(Archives.bookmark()).descendingMap().forEach(reversed::put);

            Registered again = node.register(Archives.zip(reversed));

            assertThat(again.created()).isFalse();
            assertThat(again.type().versions()).hasSize(1);
            assertThat(deeds()).containsExactly("RegisterType");
        }
    }

    @Nested
    class AChangedType {

        private final byte[] second = Archives.exampleWith("2026-11-01", "2026-12-01", "worth coming", "worth going");

        @BeforeEach
        void registerTheFirst() {
            node.register(Archives.example());
        }

        @Test
        void isANewVersionAndTheDefault() {
            Registered registered = node.register(second);

            assertThat(registered.version().versionId()).isEqualTo("00000002");
            assertThat(registered.type().defaultVersion()).isEqualTo(2);
            assertThat(registered.type().apiVersions()).containsExactly("2026-12-01", "2026-11-01");
            assertThat(node.types.version(BOOKMARK, 1).apiVersion()).isEqualTo("2026-11-01");
        }

        @Test
        void needsAnApiVersionOfItsOwn() {
            Problem problem = problem(() -> node.register(Archives.exampleWith("worth coming", "worth going")));

            assertThat(problem.code().text()).isEqualTo("TypeVersionExists");
            assertThat(problem.message()).contains("2026-11-01", "'apiVersion' in fairlead.json");
            assertThat(node.bookmark().versions()).hasSize(1);
        }

        @Test
        void canStopBeingTheDefault() {
            node.register(second);

            RegisteredType type = node.registrations.setDefault(DEVELOPER, BOOKMARK, 1);

            assertThat(type.current().apiVersion()).isEqualTo("2026-11-01");
            assertThat(deeds()).containsExactly("RegisterType", "RegisterType", "SetTypeDefaultVersion");
            assertThat(problem(() -> node.registrations.setDefault(DEVELOPER, BOOKMARK, 3))
                            .code()
                            .text())
                    .isEqualTo("TypeVersionNotFound");
        }

        @Test
        void neverReusesANumber() {
            node.register(second);
            node.registrations.setDefault(DEVELOPER, BOOKMARK, 1);
            node.registrations.remove(DEVELOPER, BOOKMARK, 2);

            assertThat(node.register(second).version().version()).isEqualTo(3);
        }
    }

    @Nested
    class ARemoval {

        @BeforeEach
        void registerTwoVersions() {
            node.register(Archives.example());
            node.register(Archives.exampleWith("2026-11-01", "2026-12-01"));
        }

        @Test
        void takesAVersionAndItsJarsAway() {
            assertThat(create(node.types.version(BOOKMARK, 1), "x")).isInstanceOf(Progress.Done.class);
            String digest = node.types.version(BOOKMARK, 1).digest();

            assertThat(node.registrations.remove(DEVELOPER, BOOKMARK, 1)).isTrue();
            assertThat(node.registrations.remove(DEVELOPER, BOOKMARK, 1)).isFalse();

            assertThat(node.bookmark().versions()).hasSize(1);
            assertThat(folder.resolve("cache").resolve(digest)).doesNotExist();
        }

        @Test
        void takesATypeAway() {
            node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': 'x'}"));

            assertThat(node.registrations.remove(DEVELOPER, BOOKMARK)).isTrue();
            assertThat(node.registrations.remove(DEVELOPER, BOOKMARK)).isFalse();

            assertThat(node.types.find(BOOKMARK)).isEmpty();
            assertThat(node.types.configuration(BOOKMARK, "")).isEmpty();
        }

        @Test
        void isRefusedForTheDefaultVersion() {
            assertThat(problem(() -> node.registrations.remove(DEVELOPER, BOOKMARK, 2))
                            .code()
                            .text())
                    .isEqualTo("TypeVersionIsDefault");
        }

        @Test
        void isRefusedWhileAResourceHasTheVersion() {
            insertResource(node.database, 1);

            Problem problem = problem(() -> node.registrations.remove(DEVELOPER, BOOKMARK, 1));

            assertThat(problem.code().text()).isEqualTo("TypeInUse");
            assertThat(problem.message()).contains("/the/resource");
            assertThat(problem(() -> node.registrations.remove(DEVELOPER, BOOKMARK))
                            .code()
                            .text())
                    .isEqualTo("TypeInUse");
            assertThat(node.types.version(BOOKMARK, 1).handler()).isNotNull();
            assertThat(node.types.resourceCounts()).containsEntry(BOOKMARK, 1L);
        }

        @Test
        void isRefusedForATypeThatComesWithTheProgram() {
            assertThat(problem(() -> node.registrations.remove(DEVELOPER, SHIPPED))
                            .code()
                            .text())
                    .isEqualTo("TypeIsShipped");
        }

        @Test
        void isRefusedWhileATypeIsNestedUnderIt() {
            node.register(nested());

            assertThat(problem(() -> node.registrations.remove(DEVELOPER, BOOKMARK))
                            .message())
                    .contains("Example::Web::Note is nested under it");
        }

        /// One of the two has to see the other: a resource whose version is gone could never be changed or
        /// deleted.
        @Test
        void andACreationAtTheSameTimeNeverBothSucceed() throws InterruptedException {
            TypeVersion version = node.types.version(BOOKMARK, 1);
            CountDownLatch held = new CountDownLatch(1);
            AtomicReference<String> created = new AtomicReference<>("");
            Thread creation = Thread.ofPlatform()
                    .start(() -> node.database.write(transaction -> {
                        created.set(version.hold(transaction) ? "yes" : "no");
                        held.countDown();
                        String sql = """
                            INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, state,
                              version, tags, desired, properties, created_by, created_by_type, created_at, changed_by,
                              changed_by_type, changed_at)
                            SELECT 'u', 'k', '/raced', 's', type_name, version, 'local', 'CREATING', 1, schema, schema, schema,
                              'x', 'User', 0, 'x', 'User', 0
                            FROM resource_type_version WHERE type_name = ? AND version = 1
                            """;
                        return transaction.update(sql, BOOKMARK.toString());
                    }));
            held.await();
            Problem refused = problem(() -> node.registrations.remove(DEVELOPER, BOOKMARK, 1));
            creation.join();

            assertThat(created.get()).isEqualTo("yes");
            assertThat(refused.message()).contains("/raced");
        }

        @Test
        void letsNoResourceGetTheVersionAfterwards() {
            TypeVersion version = node.types.version(BOOKMARK, 1);
            node.registrations.remove(DEVELOPER, BOOKMARK, 1);

            assertThat(node.database.<Boolean>write(version::hold)).isFalse();
        }
    }

    /// A note nested under a bookmark, with the same handler.
    private static byte[] nested() {
        return nested("Note", "Bookmark", "\"/properties/Title\", ");
    }

    private static byte[] nested(String type, String parent, String names) {
        return Archives.exampleWith(
                "Example::Web::Bookmark", "Example::Web::" + type,
                "[\"/properties/Name\"],\n  \"createOnly", "[" + names + "\"/properties/Name\"],\n  \"createOnly",
                "\"handler\":", "\"parent\": \"Example::Web::" + parent + "\", \"handler\":");
    }

    @Nested
    class ANestedType {

        @Test
        void isAddressedUnderItsParent() {
            node.register(Archives.example());

            assertThat(node.register(nested()).version().armType()).hasToString("Example.Web/bookmarks/notes");
        }

        @Test
        void needsItsParentFirst() {
            Problem problem = problem(() -> node.register(nested()));

            assertThat(problem.details()).extracting(Problem.Detail::id).containsExactly("registration.parent");
        }

        @Test
        void isNestedAtMostThreeDeep() {
            node.register(Archives.example());
            node.register(nested());
            node.register(nested("Line", "Note", "\"/properties/Title\", \"/properties/Url\", "));

            Problem problem = problem(() -> node.register(nested("Word", "Line", "\"/properties/Title\", ")));

            assertThat(problem.details())
                    .extracting(Problem.Detail::message)
                    .contains("tracked types are nested at most 3 deep");
        }
    }

    @Nested
    class AConfiguration {

        @BeforeEach
        void register() {
            node.register(Archives.example());
        }

        @Test
        void isWhatHandlersGetFromThenOn() {
            assertThat(node.types.configuration(BOOKMARK, "")).isEmpty();

            node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': '/srv'}"));
            assertThat(node.types.configuration(BOOKMARK, "")).isEqualTo(json("{'Folder': '/srv'}"));

            node.registrations.configure(DEVELOPER, BOOKMARK, json("{}"));
            assertThat(node.types.configuration(BOOKMARK, "")).isEmpty();
        }

        @Test
        void isSealedAtRestAndAuditedWithoutItsValues() {
            node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': 'geheim'}"));

            List<byte[]> kept = node.database.read(transaction -> Stream.concat(
                            transaction.query("SELECT sealed FROM type_configuration", Row::bytes).stream(),
                            transaction.query("SELECT record FROM audit", Row::bytes).stream())
                    .toList());
            assertThat(kept)
                    .hasSize(3)
                    .noneMatch(bytes -> new String(bytes, StandardCharsets.UTF_8).contains("geheim"));
            assertThat(deeds()).endsWith("SetTypeConfiguration");
        }

        @Test
        void holdsForTypesThatComeWithTheProgramAndAfterARestart() {
            node.registrations.configure(DEVELOPER, SHIPPED, json("{'Folder': '/srv'}"));

            assertThat(node(node.database, "cache").types.configuration(SHIPPED, ""))
                    .isEqualTo(json("{'Folder': '/srv'}"));
        }

        @Test
        void isRefusedIfTheSchemaDoesNotAllowIt() {
            Problem problem = problem(
                    () -> node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': 5, 'Other': 'geheim'}")));

            assertThat(problem.status()).isEqualTo(400);
            assertThat(problem.details()).extracting(Problem.Detail::target).contains("/Folder");
            assertThat(problem.toString()).doesNotContain("geheim");
        }

        @Test
        void thatDoesNotFitANewVersionIsMentioned() {
            node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': '/srv'}"));

            Registered registered =
                    node.register(Archives.exampleWith("2026-11-01", "2026-12-01", "Folder", "Directory"));

            assertThat(registered.warnings()).isNotEmpty().allSatisfy(finding -> {
                assertThat(finding.isError()).isFalse();
                assertThat(finding.message()).contains("does not fit this version");
            });
        }
    }

    @Nested
    class TwoNodesOnOneDatabase {

        private Node other;

        @BeforeEach
        void startTheOther() {
            other = node(another(), "other");
            assertThat(other.types.find(BOOKMARK)).isEmpty();
        }

        @Test
        void serveWhatEitherRegisters() {
            node.register(Archives.example());

            TypeVersion version = other.bookmark().current();
            assertThat(create(version, "news")).isInstanceOf(Progress.Done.class);
            assertThat(folder.resolve("other").resolve(version.digest()).resolve("bookmark.jar"))
                    .exists();
        }

        @Test
        void knowANewVersionByItsApiVersionAtOnce() {
            node.register(Archives.example());
            RegisteredType known = other.bookmark();
            node.register(Archives.exampleWith("2026-11-01", "2026-12-01"));

            assertThat(other.types.find(known, "2026-12-01")).isPresent();
        }

        @Test
        void seeOtherChangesAfterAMoment() {
            node.register(Archives.example());
            node.register(Archives.exampleWith("2026-11-01", "2026-12-01"));
            assertThat(other.bookmark().defaultVersion()).isEqualTo(2);

            node.registrations.setDefault(DEVELOPER, BOOKMARK, 1);
            node.registrations.configure(DEVELOPER, BOOKMARK, json("{'Folder': '/srv'}"));
            clock.advance(Duration.ofSeconds(2));

            assertThat(other.bookmark().defaultVersion()).isEqualTo(1);
            assertThat(other.types.configuration(BOOKMARK, "")).isEqualTo(json("{'Folder': '/srv'}"));
        }

        @Test
        void registerAtTheSameTimeAndKeepBoth() throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int i = 1; i <= 4; i++) {
                byte[] archive = Archives.exampleWith("2026-11-01", "2026-11-0" + i);
                Node at = i % 2 == 0 ? node : other;
                threads.add(Thread.ofPlatform()
                        .uncaughtExceptionHandler((_, failure) -> failures.add(failure))
                        .start(() -> at.register(archive)));
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(failures).isEmpty();
            other.types.refresh();
            assertThat(other.bookmark().versions())
                    .extracting(TypeVersion::version)
                    .containsExactly(1, 2, 3, 4);
        }
    }
}
