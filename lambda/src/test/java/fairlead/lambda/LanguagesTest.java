package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.host.DeclaredNeeds;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Providers in other languages; they need python3 and node.
@EnabledIfSystemProperty(named = "languages", matches = "on", disabledReason = "needs python3 and node: -Dlanguages=on")
class LanguagesTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder = Path.of("");

    /// Where its code is, and how it is called.
    enum Kind {
        PYTHON("python3.99", "handlers.py", "initech/handlers.py", "initech.handlers.resource"),
        NODE("nodejs20.x", "handlers.js", "dist/handlers.js", "dist/handlers.entrypoint");

        private final String runtime;
        private final String file;
        private final String place;
        private final String entrypoint;

        Kind(String runtime, String file, String place, String entrypoint) {
            this.runtime = runtime;
            this.file = file;
            this.place = place;
            this.entrypoint = entrypoint;
        }
    }

    private Path parts(Kind kind, String entrypoint) {
        return Fixtures.script(folder, kind.runtime, kind.file, kind.place, entrypoint);
    }

    private Providers providers() {
        return new Providers(folder.resolve("home"), Fixtures.settings(1, Duration.ofSeconds(30)), Clock.systemUTC());
    }

    @ParameterizedTest
    @EnumSource
    void serveCallsAndSurviveFailures(Kind kind) {
        try (Providers providers = providers()) {
            ResourceHandler handler = providers.handler(
                    Fixtures.DIGEST,
                    parts(kind, kind.entrypoint),
                    Fixtures.schema(),
                    "00000001",
                    DeclaredNeeds.NOT_DECLARED);

            assertThat(handler.create(Fixtures.create("hello"), Fixtures.context(LIMIT)))
                    .isEqualTo(Progress.done(object("{\"Id\":\"1\",\"Text\":\"hello\",\"Size\":8}")));
            fails(handler, "error", ErrorCode.HANDLER_INTERNAL_FAILURE, "can't do that");
            fails(handler, "exit", ErrorCode.SERVICE_INTERNAL_ERROR, "going away");
            goesOn(handler);
            assertThat(handler.delete(new Delete(object("{\"Id\":\"1\"}"), Optional.empty()), Fixtures.context(LIMIT)))
                    .isEqualTo(Progress.gone());
        }
    }

    @ParameterizedTest
    @EnumSource
    void haveAnEnvironmentOfTheirOwn(Kind kind) {
        try (Providers providers = providers()) {
            ResourceHandler handler = providers.handler(
                    Fixtures.DIGEST,
                    parts(kind, kind.entrypoint),
                    Fixtures.schema(),
                    "00000001",
                    DeclaredNeeds.NOT_DECLARED);

            Progress progress = handler.create(Fixtures.create("environment"), Fixtures.context(LIMIT));

            assertThat(progress.toString())
                    .contains("LAMBDA_TASK_ROOT", "AWS_REGION", folder.toString())
                    .doesNotContain("AWS_ACCESS_KEY_ID", "USER");
        }
    }

    @ParameterizedTest
    @EnumSource
    void areRefusedWithWhatTheyPrintWhenTheyDoNotStart(Kind kind) {
        try (Providers providers = providers()) {
            Path parts = parts(kind, "nowhere/to.find");

            assertThat(providers.check(Fixtures.DIGEST, parts, Fixtures.schema(), DeclaredNeeds.NOT_DECLARED))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.id()).isEqualTo("provider.not-starting");
                        assertThat(finding.message()).contains("nowhere");
                    });
        }
    }

    private static void goesOn(ResourceHandler handler) {
        Progress.Again again = (Progress.Again) handler.create(Fixtures.create("again"), Fixtures.context(LIMIT));
        Create next = new Create(object("{\"Text\":\"again\"}"), Optional.of(again.memo()), Optional.empty());

        assertThat(again.after()).isEqualTo(Duration.ofSeconds(2));
        assertThat(handler.create(next, Fixtures.context(LIMIT))).isInstanceOf(Progress.Done.class);
    }

    private static void fails(ResourceHandler handler, String text, ErrorCode code, String message) {
        assertThatExceptionOfType(HandlerException.class)
                .isThrownBy(() -> handler.create(Fixtures.create(text), Fixtures.context(LIMIT)))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(code);
                    assertThat(failure.getMessage()).contains(message);
                });
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }
}
