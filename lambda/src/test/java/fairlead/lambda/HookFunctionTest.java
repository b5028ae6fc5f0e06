package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.lambda.HookFunction.Reply;
import fairlead.schema.TypeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Hooks as functions in processes of their own.
class HookFunctionTest {

    private static final TypeName NAME = TypeName.parse("Initech::Fixture::Thing");

    @TempDir
    Path folder;

    private Path parts;

    @BeforeEach
    void pack() throws IOException {
        parts = Fixtures.script(folder, "python3.11", "hooks.py", "handlers.py", "handlers.hook");
        Path config = parts.resolve(Providers.CONFIG);
        Files.writeString(config, Files.readString(config).replace("RESOURCE", "HOOK"));
    }

    private Providers providers() {
        return new Providers(folder.resolve("home"), Fixtures.settings(1, Duration.ofSeconds(30)), Clock.systemUTC());
    }

    private static HookCall call(String name) {
        return new HookCall(
                "CREATE_PRE_PROVISION",
                "token",
                "111122223333",
                new HookCall.Target(NAME, name, JsonMapper.shared().createObjectNode(), Optional.empty()),
                JsonMapper.shared().createObjectNode().put("ApiKey", "hidden-value"));
    }

    @Test
    void haveNotAnsweredWhenTheTimeIsUp() throws InterruptedException {
        try (Providers providers = providers()) {
            assertThat(providers.checkHook(Fixtures.DIGEST, parts, NAME)).isEmpty();
            HookFunction hook = providers.hook(Fixtures.DIGEST, parts, NAME, "00000001");
            assertThat(hook.ask(call("slow"), 1, Optional.empty(), Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(
                            Reply.Broken.class,
                            broken -> assertThat(broken.message()).contains("did not answer in time"));
        }
    }

    @Test
    void doNotTellTheirSecrets() throws InterruptedException {
        try (Providers providers = providers()) {
            HookFunction hook = providers.hook(Fixtures.DIGEST, parts, NAME, "00000001");
            assertThat(hook.ask(call("quick"), 1, Optional.empty(), Duration.ofSeconds(30)))
                    .isEqualTo(new Reply.Passed("[redacted]"));
        }
    }

    @Test
    void areNotTakenForResourceProviders() {
        try (Providers providers = providers()) {
            assertThat(providers.check(
                            Fixtures.DIGEST, parts, Fixtures.schema(), fairlead.host.DeclaredNeeds.NOT_DECLARED))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.id()).isEqualTo("provider.artifact-type"));
        }
    }
}
