package fairlead.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.Act;
import fairlead.handler.Client;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.RemoteFailure;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Tags;
import fairlead.handler.Trace;
import fairlead.handler.Update;
import fairlead.handler.testing.SettableClock;
import fairlead.host.DeclaredNeeds;
import fairlead.host.DeclaredVariables;
import fairlead.host.HandlerFiles;
import fairlead.host.Program.Limits;
import fairlead.host.egress.DeclaredEgress;
import fairlead.host.egress.Destination;
import fairlead.host.egress.EgressPolicy;
import fairlead.host.egress.EgressProxy;
import fairlead.host.wire.Ready;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.HandlerOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class JavaHandlersTest {

    private static final SettableClock CLOCK = SettableClock.atNoon();
    private static final String TYPE = "Initech::Fixture::Thing";

    @TempDir
    private static Path folder;

    private static Path jar = Path.of("");
    private static JavaHandlers handlers = host(Path.of(""));

    private static JavaHandlers host(Path home) {
        return host(home, Map.of());
    }

    private static JavaHandlers host(Path home, Map<String, String> allowed) {
        JavaSettings settings = new JavaSettings(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Limits.ofMemory(512),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                allowed,
                HandlerFiles.NONE,
                EgressProxy.of(EgressPolicy.OPEN));
        return new JavaHandlers(home, settings, CLOCK);
    }

    @BeforeAll
    static void make() throws IOException {
        handlers = host(folder.resolve("home"));
        Path code = Files.createDirectories(folder.resolve("code"));
        Path source = Files.write(folder.resolve("Fixture.java"), bytes("Fixture.java"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(failed).isZero();
        jar = code.resolve("fixture.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                zip.write(Files.readAllBytes(file));
            }
        }
    }

    @AfterAll
    static void end() {
        handlers.close();
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(JavaHandlersTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }

    private static HandlerCode code(String className) {
        return code(className, DeclaredVariables.NOT_DECLARED);
    }

    private static HandlerCode code(String className, DeclaredVariables variables) {
        return new HandlerCode(
                className,
                jar.resolveSibling(""),
                List.of(jar),
                new DeclaredNeeds(variables, DeclaredEgress.NOT_DECLARED));
    }

    private static ResourceSchema schema() {
        String json = """
            {"typeName": "Initech::Fixture::Thing", "description": "A thing.", "additionalProperties": false,
             "properties": {"Id": {"type": "string"}, "Text": {"type": "string"}, "Secret": {"type": "string"}},
             "readOnlyProperties": ["/properties/Id"], "writeOnlyProperties": ["/properties/Secret"],
             "primaryIdentifier": ["/properties/Id"],
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
               "delete": {"permissions": []}, "list": {"permissions": []}}}
            """;
        if (ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8)) instanceof Loaded.Valid(var schema, var _)) {
            return schema;
        }
        throw new IllegalStateException("the schema is not valid");
    }

    private static ResourceHandler handler(String digest) {
        return handlers.handler(digest, schema(), () -> code("fixture.Fixture"));
    }

    private static ResourceHandler handler() {
        return handler("shared");
    }

    private static ObjectNode text(String text) {
        return JsonMapper.shared().createObjectNode().put("Text", text);
    }

    private static Context.Builder context(Duration limit) {
        return Context.builder(TYPE, "token-1", CLOCK.instant().plus(limit), CLOCK);
    }

    private static Context context() {
        return context(Duration.ofMinutes(1)).build();
    }

    private static Progress create(String text) {
        return handler().create(Create.of(text(text)), context());
    }

    private static ObjectNode done(Progress progress) {
        return ((Progress.Done) progress).properties();
    }

    @Nested
    class TheEnvironment {

        private static final Map<String, String> ALLOWED = Map.of("HTTPS_PROXY", "http://proxy", "ZONE", "a");

        private static String namesFor(DeclaredVariables variables) {
            try (JavaHandlers own = host(folder.resolve("environment"), ALLOWED)) {
                ResourceHandler handler =
                        own.handler("environment", schema(), () -> code("fixture.Fixture", variables));
                return done(handler.create(Create.of(text("environment")), context()))
                        .path("Text")
                        .asString();
            }
        }

        @Test
        void isAFixedListAndWhatTheOperatorAllowsWhereTheTypeSaysNothing() {
            assertThat(namesFor(DeclaredVariables.NOT_DECLARED).split(" "))
                    .contains("HOME", "HTTPS_PROXY", "LANG", "PATH", "TMPDIR", "TZ", "ZONE")
                    .hasSizeLessThanOrEqualTo(10);
        }

        @Test
        void isReducedToWhatTheTypeAsksFor() {
            DeclaredVariables proxy =
                    new DeclaredVariables(Optional.of(Set.of("HTTPS_PROXY", "AWS_SECRET_ACCESS_KEY")));

            assertThat(namesFor(proxy).split(" "))
                    .contains("HTTPS_PROXY")
                    .doesNotContain("ZONE", "AWS_SECRET_ACCESS_KEY");
        }

        @Test
        void hasNothingOfTheServersForATypeThatAsksForNothing() {
            assertThat(namesFor(new DeclaredVariables(Optional.of(Set.of()))).split(" "))
                    .doesNotContain("HTTPS_PROXY", "ZONE");
        }
    }

    @Nested
    class WithAProxy {

        @Test
        void connectsByItWithoutMoreCode() {
            EgressProxy proxy = EgressProxy.of(new EgressPolicy(true, false, List.of()));
            DeclaredNeeds needs = new DeclaredNeeds(
                    DeclaredVariables.NOT_DECLARED,
                    new DeclaredEgress(Optional.of(List.of(Destination.parse("127.0.0.1:1")))));
            JavaSettings settings = new JavaSettings(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    Limits.ofMemory(512),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(10),
                    Map.of(),
                    HandlerFiles.NONE,
                    proxy);
            try (JavaHandlers own = new JavaHandlers(folder.resolve("proxied"), settings, CLOCK)) {
                ResourceHandler handler = own.handler(
                        "proxied",
                        schema(),
                        () -> new HandlerCode("fixture.Fixture", jar.resolveSibling(""), List.of(jar), needs));

                String told = done(handler.create(Create.of(text("fetch")), context()))
                        .path("Text")
                        .asString();

                assertThat(told)
                        .startsWith("https://127.0.0.1:1: java.io.IOException: Tunnel failed, got: 403")
                        .contains("; direct: ")
                        .endsWith("Permission denied");
                assertThat(proxy.count(EgressProxy.Outcome.PRIVATE)).isEqualTo(1);
            }
        }
    }

    @Nested
    class AHandlerInAProcess {

        @Test
        void isNotInThisOne() {
            assertThat(done(create("process")).path("Process").asLong())
                    .isNotEqualTo(ProcessHandle.current().pid());
        }

        @Test
        void isToldWhatSurroundsTheCall() {
            Context context = context(Duration.ofMinutes(5))
                    .in("account", "region")
                    .name("name")
                    .id("/id")
                    .attempt(3)
                    .tags(new Tags(Map.of("a", "b"), Map.of("c", "d")))
                    .configuration(text("configured"))
                    .sku(text("sku"))
                    .trace(new Trace("r", "c", Optional.of("x"), Optional.empty(), Optional.of("s")))
                    .build();

            assertThat(done(handler().create(Create.of(text("context")), context))
                            .toString())
                    .isEqualTo("{\"Id\":\"id\",\"typeName\":\"Initech::Fixture::Thing\",\"account\":\"account\","
                                   + "\"region\":\"region\",\"name\":\"name\",\"id\":\"/id\",\"token\":\"token-1\",\"attempt\":3,"
                                   + "\"minutes\":5,\"year\":\""
                            + CLOCK.instant().toString().substring(0, 4)
                            + "\",\"tags\":\"" + context.tags() + "\",\"trace\":\"" + context.trace()
                            + "\",\"configuration\":{\"Text\":\"configured\"},\"sku\":{\"Text\":\"sku\"}}");
        }

        @Test
        void answersEachKindOfCall() {
            var handler = (ResourceHandler.Updatable & ResourceHandler.Listable & ResourceHandler.Actionable) handler();
            ObjectNode id = JsonMapper.shared().createObjectNode().put("Id", "id");

            assertThat(done(handler.create(Create.of(text("1.50")), context())).toString())
                    .isEqualTo("{\"Text\":\"1.50\",\"Id\":\"id\"}");
            assertThat(done(handler.read(new Read(id), context())).toString()).isEqualTo("{\"Id\":\"id\"}");
            assertThat(handler.read(new Read(text("")), context()))
                    .isEqualTo(Progress.failed(ErrorCode.NOT_FOUND, "there is none"));
            assertThat(done(handler.update(new Update(id, text("new"), text("old"), Optional.empty()), context()))
                            .toString())
                    .isEqualTo("{\"Id\":\"id\",\"previous\":{\"Text\":\"old\"},\"desired\":{\"Text\":\"new\"}}");
            assertThat(handler.delete(new Delete(id, Optional.empty()), context()))
                    .isEqualTo(Progress.gone());
            Page page = handler.list(new Query(text("all"), 7, Optional.of("next")), context());
            assertThat(page.toString())
                    .isEqualTo("Page[identifiers=[{\"Id\":\"id\"}, {\"Text\":\"all\",\"limit\":7}],"
                            + " next=Optional[next]]");
            assertThat(done(handler.act(new Act("ping", id, id, text("in"), Optional.empty()), context()))
                            .toString())
                    .isEqualTo("{\"Text\":\"in\",\"action\":\"ping\"}");
        }

        @Test
        void isCalledAgainWithWhatItRemembers() {
            Progress.Again again = (Progress.Again) create("again");

            assertThat(again.toString())
                    .isEqualTo("Again[properties={\"Id\":\"id\"}, after=PT1.5S, memo={\"Id\":\"id\",\"step\":2},"
                            + " percent=Optional[50.0], message=half of it]");
            assertThat(done(handler()
                            .create(new Create(text("memo"), Optional.of(again.memo()), Optional.empty()), context())))
                    .isEqualTo(again.memo());
        }

        @Test
        void throwsAsItDoesInThisOne() {
            assertThatThrownBy(() -> create("refuse"))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.THROTTLING))
                    .hasMessage("slower");
            assertThatThrownBy(() -> create("throw"))
                    .isInstanceOf(RemoteFailure.class)
                    .hasMessageContaining("fixture.Fixture.create")
                    .satisfies(thrown ->
                            assertThat(RemoteFailure.said(thrown)).isEqualTo("java.lang.IllegalStateException: a bug"));
            assertThatThrownBy(() -> create("null"))
                    .satisfies(thrown ->
                            assertThat(RemoteFailure.className(thrown)).isEqualTo("java.lang.NullPointerException"));
            assertThatThrownBy(() -> create("stack"))
                    .satisfies(thrown ->
                            assertThat(RemoteFailure.className(thrown)).isEqualTo("java.lang.StackOverflowError"));
            assertThatThrownBy(() -> create("large")).hasMessageContaining("more than 6291456 bytes");
            assertThat(create("fail")).isEqualTo(Progress.failed(ErrorCode.NOT_UPDATABLE, "no"));
        }

        @Test
        void asksTheControlPlaneOnTheThreadOfTheCall() {
            Thread caller = Thread.currentThread();
            Client client = new Client() {
                @Override
                public ObjectNode put(String id, ObjectNode resource) {
                    assertThat(Thread.currentThread()).isSameAs(caller);
                    return resource.put("Id", id);
                }

                @Override
                public Optional<ObjectNode> get(String id) {
                    throw new HandlerException(ErrorCode.ACCESS_DENIED, "not for you");
                }

                @Override
                public boolean delete(String id) {
                    return true;
                }
            };
            Context context = context(Duration.ofMinutes(1)).client(client).build();

            assertThat(done(handler().create(Create.of(text("put")), context)).toString())
                    .isEqualTo("{\"Id\":\"/a\"}");
            assertThat(done(handler().create(Create.of(text("delete")), context))
                            .path("gone")
                            .asBoolean())
                    .isTrue();
            assertThatThrownBy(() -> handler().create(Create.of(text("get")), context))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                    .hasMessage("not for you");
        }

        @Test
        void isHeardWithoutTheSecretsOfTheCall() {
            List<String> lines = new CopyOnWriteArrayList<>();

            Progress progress = HandlerOutput.heardBy(
                    lines::add,
                    () -> handler().create(Create.of(text("print").put("Secret", "printed with a secret")), context()));

            assertThat(progress).isInstanceOf(Progress.Done.class);
            assertThat(lines)
                    .hasSize(2)
                    .noneMatch(line -> line.contains("printed with a secret"))
                    .last()
                    .asString()
                    .endsWith("CREATE INFO fixture: logged 1");
        }

        @Test
        void carriesOutManyCallsAtATime() throws Exception {
            CountDownLatch begun = new CountDownLatch(20);
            Client client = new Client() {
                @Override
                public ObjectNode put(String id, ObjectNode resource) {
                    begun.countDown();
                    try {
                        begun.await();
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                    return resource;
                }

                @Override
                public Optional<ObjectNode> get(String id) {
                    return Optional.empty();
                }

                @Override
                public boolean delete(String id) {
                    return false;
                }
            };
            Context context = context(Duration.ofMinutes(1)).client(client).build();
            Callable<Progress> call = () -> handler().create(Create.of(text("put")), context);
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Progress>> calls = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    calls.add(callers.submit(call));
                }
                for (Future<Progress> each : calls) {
                    assertThat(each.get()).isInstanceOf(Progress.Done.class);
                }
            }
        }
    }

    @Nested
    class AProcessThatEnds {

        @Test
        void isToldWithItsLastWords() {
            assertThatThrownBy(() -> handler("halting").create(Create.of(text("print and halt")), context()))
                    .isInstanceOfSatisfying(HandlerException.class, lost -> {
                        assertThat(lost.code()).isEqualTo(ErrorCode.SERVICE_INTERNAL_ERROR);
                        assertThat(lost.hasEndedProcess()).isTrue();
                    })
                    .hasMessageContaining("ended with exit code 4")
                    .hasMessageContaining("the last words");
        }

        @Test
        void isFollowedByAnother() {
            ResourceHandler handler = handler("exiting");
            assertThatThrownBy(() -> handler.create(Create.of(text("exit")), context()))
                    .hasMessageContaining("ended with exit code 3");

            assertThat(handler.create(Create.of(text("process")), context())).isInstanceOf(Progress.Done.class);
        }

        @Test
        void mayHaveTakenAllItsMemory() {
            assertThatThrownBy(() -> handler("memory").create(Create.of(text("memory")), context()))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            lost -> assertThat(lost.hasEndedProcess()).isTrue())
                    .hasMessageContaining("OutOfMemoryError");
        }

        @Test
        void hasNoWorkForTenMinutes() {
            JavaHandlers host = host(folder.resolve("idle"));
            ResourceHandler handler = host.handler("idle", schema(), () -> code("fixture.Fixture"));
            assertThat(host.working()).isEmpty();
            handler.create(Create.of(text("one")), context());

            host.stopIdle();
            assertThat(host.working()).containsExactly(0);

            CLOCK.advance(Duration.ofMinutes(10));
            host.stopIdle();
            assertThat(host.working()).isEmpty();

            assertThat(handler.create(Create.of(text("one")), context())).isInstanceOf(Progress.Done.class);
            host.close();
        }
    }

    @Nested
    class ACallThatIsGivenUp {

        @Test
        void isInterrupted() throws InterruptedException {
            ResourceHandler handler = handler("waiting");
            long before = done(handler.create(Create.of(text("process")), context()))
                    .path("Process")
                    .asLong();
            List<Throwable> thrown = new CopyOnWriteArrayList<>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    handler.create(Create.of(text("wait")), context());
                } catch (HandlerException given) {
                    thrown.add(given);
                }
            });

            caller.interrupt();
            caller.join();

            assertThat(thrown)
                    .first()
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            given -> assertThat(given.code()).isEqualTo(ErrorCode.SERVICE_TIMEOUT));
            assertThat(done(handler.create(Create.of(text("process")), context()))
                            .path("Process")
                            .asLong())
                    .isEqualTo(before);
        }

        @Test
        void endsWithItsProcessIfItGoesOn() {
            ResourceHandler handler = handler("spinning");

            assertThatThrownBy(() -> handler.create(
                            Create.of(text("spin")),
                            context(Duration.ofMillis(100)).build()))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            late -> assertThat(late.code()).isEqualTo(ErrorCode.SERVICE_TIMEOUT));
            assertThat(handler.create(Create.of(text("one")), context())).isInstanceOf(Progress.Done.class);
        }
    }

    @Nested
    class AClass {

        private Ready inspect(String className) {
            return handlers.inspect(TYPE, code(className));
        }

        @Test
        void isMade() {
            assertThat(inspect("fixture.Fixture")).isEqualTo(new Ready.Made("fixture.Fixture", true, true, true));
        }

        @Test
        void mayNotBeThere() {
            assertThat(inspect("fixture.Missing"))
                    .isEqualTo(
                            new Ready.Flawed("handler.class-missing", "there is no class fixture.Missing in the jars"));
        }

        @Test
        void mayBeNoHandler() {
            assertThat(inspect("fixture.Fixture$Halting"))
                    .isEqualTo(new Ready.Flawed(
                            "handler.not-a-handler",
                            "fixture.Fixture$Halting does not implement fairlead.handler.ResourceHandler"));
        }

        @Test
        void mayRefuseToBeMade() {
            assertThat(inspect("fixture.Fixture$Refusing"))
                    .isEqualTo(new Ready.Flawed(
                            "handler.constructor-failed",
                            "making fixture.Fixture$Refusing failed: java.lang.IllegalStateException: not today"));
            assertThatThrownBy(() -> handlers.handler("refusing", schema(), () -> code("fixture.Fixture$Refusing"))
                            .read(new Read(text("")), context()))
                    .isInstanceOfSatisfying(
                            HandlerException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INTERNAL_FAILURE))
                    .hasMessageContaining("not today");
        }
    }
}
