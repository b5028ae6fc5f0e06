package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import fairlead.host.DeclaredNeeds;
import fairlead.host.DeclaredVariables;
import fairlead.host.egress.DeclaredEgress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A provider in Java that does all that can go wrong.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaProviderTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Path folder = Path.of("");
    private Path parts = Path.of("");

    private Providers providers = new Providers(folder, Settings.standard(), Clock.systemUTC());
    private ResourceHandler handler = new Nothing();

    @BeforeAll
    void start(@TempDir Path temporary) {
        folder = temporary;
        parts = Fixtures.java(folder.resolve("fixture"), "fixture.Fixture");
        providers =
                new Providers(folder.resolve("home"), Fixtures.settings(2, Duration.ofSeconds(30)), Clock.systemUTC());
        handler = providers.handler(Fixtures.DIGEST, parts, Fixtures.schema(), "00000001", DeclaredNeeds.NOT_DECLARED);
    }

    @AfterAll
    void stop() {
        providers.close();
    }

    private Progress create(String text) {
        return handler.create(Fixtures.create(text), Fixtures.context(LIMIT));
    }

    private void fails(String text, Duration limit, ErrorCode code, String... messages) {
        assertThatExceptionOfType(HandlerException.class)
                .isThrownBy(() -> handler.create(Fixtures.create(text), Fixtures.context(limit)))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(code);
                    assertThat(failure.getMessage()).contains(messages);
                });
        assertThat(text(create("well"))).as("the next call").isEqualTo("well");
    }

    private static String text(Progress progress) {
        return progress instanceof Progress.Done(var model) ? model.path("Text").asString("") : progress.toString();
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    @Test
    void answersWhereItMayConnectToNothing() {
        DeclaredNeeds nothing =
                new DeclaredNeeds(DeclaredVariables.NOT_DECLARED, new DeclaredEgress(Optional.of(List.of())));
        try (Providers own = new Providers(
                folder.resolve("closed"), Fixtures.settings(1, Duration.ofSeconds(30)), Clock.systemUTC())) {
            ResourceHandler closed = own.handler(Fixtures.DIGEST, parts, Fixtures.schema(), "00000001", nothing);

            assertThat(text(closed.create(Fixtures.create("well"), Fixtures.context(LIMIT))))
                    .isEqualTo("well");
        }
    }

    @Nested
    class Calls {

        @Test
        void returnTheModelAsTheSchemaHasIt() {
            assertThat(create("hello"))
                    .isEqualTo(Progress.done(object("{\"Id\":\"1\",\"Size\":8,\"Text\":\"hello\"}")));
        }

        @Test
        void giveAReadTheIdentifierAlone() {
            Progress progress = handler.read(new Read(object("{\"Id\":\"1\"}")), Fixtures.context(LIMIT));

            assertThat(progress).isInstanceOf(Progress.Done.class);
        }

        @Test
        void giveAnUpdateItsIdentifier() {
            Update update = new Update(
                    object("{\"Id\":\"1\"}"),
                    object("{\"Text\":\"request\"}"),
                    object("{\"Id\":\"1\"}"),
                    Optional.empty());

            Progress progress = ((ResourceHandler.Updatable) handler).update(update, Fixtures.context(LIMIT));

            JsonNode data = object(text(progress)).path("requestData");
            assertThat(data.path("resourceProperties").toString()).isEqualTo("{\"Text\":\"request\",\"Id\":\"1\"}");
            assertThat(data.path("previousResourceProperties").toString()).isEqualTo("{\"Id\":\"1\"}");
        }

        @Test
        void takeAModelAfterADeleteForWhatItIs() {
            Progress progress =
                    handler.delete(new Delete(object("{\"Id\":\"1\"}"), Optional.empty()), Fixtures.context(LIMIT));

            assertThat(progress).isInstanceOf(Progress.Done.class);
        }

        @Test
        void list() {
            Page page = ((ResourceHandler.Listable) handler)
                    .list(new Query(object("{\"Text\":\"list\"}"), 10, Optional.empty()), Fixtures.context(LIMIT));

            assertThat(page).isEqualTo(new Page(List.of(object("{\"Id\":\"1\",\"Size\":8}")), Optional.of("n")));
        }

        @Test
        void useAProcessAgain() {
            assertThat(text(create("count"))).isNotEqualTo(text(create("count")));
        }

        @Test
        void keepTheCallbackContextToTheByte() {
            Progress.Again again = (Progress.Again) create("forever");
            ObjectNode desired = object("{\"Text\":\"request\"}");
            ObjectNode memo = again.memo().deepCopy();
            memo.remove("resourceModel");

            Progress next = handler.create(
                    new Create(desired, Optional.of(memo), Optional.of(again.properties())), Fixtures.context(LIMIT));

            assertThat(again.after()).isEqualTo(Duration.ofMillis(16));
            assertThat(text(next)).contains("\"callbackContext\":{\"a\" : 1.50, \"b\":[null,12345678901234567890]}");
        }

        @Test
        void giveTheModelOfTheLastRoundBack() {
            Progress.Again again = (Progress.Again) create("forever");
            ObjectNode memo = again.memo().deepCopy();
            memo.withObject("/resourceModel").put("Text", "request");

            Progress next = handler.create(
                    new Create(object("{\"Text\":\"x\"}"), Optional.of(memo), Optional.empty()),
                    Fixtures.context(LIMIT));

            assertThat(text(next)).contains("\"resourceProperties\":{\"Id\":\"1\",\"Text\":\"request\"}");
        }

        @Test
        void passAnotherThingsIdentifierOnForTheGuard() {
            assertThat(create("other").toString()).contains("somebody else's");
        }

        @Test
        void takeTheFirstOfTwoAnswers() {
            assertThat(text(create("twice"))).isEqualTo("first");
            assertThat(text(create("well"))).isEqualTo("well");
        }

        @Test
        void tellACodeThatTheContractDoesNotHave() {
            assertThatExceptionOfType(HandlerException.class)
                    .isThrownBy(() -> create("code"))
                    .withMessage("so it is (The provider's error code is 'Odd', which the contract does not have.)")
                    .satisfies(failure -> {
                        assertThat(failure.code()).isEqualTo(ErrorCode.GENERAL_SERVICE_EXCEPTION);
                        assertThat(failure.rule()).contains("failure.code");
                    });
        }

        @Test
        void haveNothingOfTheServersEnvironment() {
            assertThat(text(create("environment")))
                    .contains(
                            "AWS_LAMBDA_RUNTIME_API", folder.resolve("home/run").toString())
                    .doesNotContain("AWS_ACCESS_KEY_ID", "JAVA_HOME", "USER");
        }
    }

    @Nested
    class Failures {

        @Test
        void ofOneThatHangsKillAllThatItStarted() {
            fails(
                    "hang",
                    Duration.ofMillis(700),
                    ErrorCode.SERVICE_TIMEOUT,
                    "did not answer in time",
                    "asked for hang");
            assertThat(Fixtures.lasting("sleep 1000", folder.toString())).isEmpty();
        }

        @Test
        void ofOneThatExitsTellWhatItPrintedLast() {
            fails("exit", LIMIT, ErrorCode.SERVICE_INTERNAL_ERROR, "exit code 7", "going away");
        }

        @Test
        void ofOneThatPrintsWithoutEndAreShort() {
            fails("flood", LIMIT, ErrorCode.SERVICE_INTERNAL_ERROR, "exit code 8", "the end");
        }

        @Test
        void ofAnAnswerThatIsTooLarge() {
            fails("huge", LIMIT, ErrorCode.HANDLER_INTERNAL_FAILURE, "more than 6291456 bytes");
        }

        @Test
        void ofGarbageShowIt() {
            fails("garbage", LIMIT, ErrorCode.HANDLER_INTERNAL_FAILURE, "no progress event", "<html>");
        }

        @Test
        void ofAFunctionErrorTellItsMessage() {
            fails(
                    "error",
                    LIMIT,
                    ErrorCode.HANDLER_INTERNAL_FAILURE,
                    "java.lang.IllegalArgumentException: can't \"do\" that");
        }

        @Test
        void ofAStatusThatIsNone() {
            fails("status", LIMIT, ErrorCode.HANDLER_INTERNAL_FAILURE, "'PENDING'");
        }

        @Test
        void keepSecrets() {
            ObjectNode desired = object("{\"Text\":\"leak\",\"Secret\":\"hunter2hunter2\"}");

            assertThatExceptionOfType(HandlerException.class)
                    .isThrownBy(() -> handler.create(Create.of(desired), Fixtures.context(LIMIT)))
                    .satisfies(failure -> assertThat(failure.getMessage())
                            .contains("the password is [redacted]")
                            .doesNotContain("hunter2"));
        }
    }

    @Nested
    class Pools {

        @Test
        void serveMoreCallsThanTheyHaveProcesses() throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Progress>> calls = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    String text = "n" + i;
                    calls.add(threads.submit(() -> create(text)));
                }
                for (int i = 0; i < calls.size(); i++) {
                    assertThat(text(calls.get(i).get())).isEqualTo("n" + i);
                }
            }
        }

        @Test
        void makeACallerWaitOnlyHalfOfItsTime() throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Duration limit = Duration.ofSeconds(3);
                List<Future<Progress>> hanging = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    hanging.add(threads.submit(() -> handler.create(Fixtures.create("hang"), Fixtures.context(limit))));
                }
                Future<ErrorCode> busy = threads.submit(() -> {
                    while (true) {
                        try {
                            handler.create(Fixtures.create("well"), Fixtures.context(Duration.ofMillis(200)));
                        } catch (HandlerException refused) {
                            return refused.code();
                        }
                    }
                });

                assertThat(busy.get()).isEqualTo(ErrorCode.THROTTLING);
                for (Future<Progress> call : hanging) {
                    assertThat(call).failsWithin(Duration.ofSeconds(20));
                }
            }
        }
    }

    /// Stands in until the provider is there.
    private static final class Nothing implements ResourceHandler {

        @Override
        public Progress create(Create request, fairlead.handler.Context context) {
            throw new IllegalStateException();
        }

        @Override
        public Progress read(Read request, fairlead.handler.Context context) {
            throw new IllegalStateException();
        }

        @Override
        public Progress delete(Delete request, fairlead.handler.Context context) {
            throw new IllegalStateException();
        }
    }
}
