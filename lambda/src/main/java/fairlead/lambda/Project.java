package fairlead.lambda;

import fairlead.schema.TypeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The part of a provider's project that the host has to know: its `.rpdk-config`. Other keys are ignored.
///
/// @param runtime the Lambda runtime, `python3.12` for example
/// @param entrypoint what is called, as the language writes it
record Project(Language language, String runtime, String entrypoint) {

    static final String FILE = ".rpdk-config";

    /// The one that is spoken here; nothing else was found in use.
    private static final String PROTOCOL = "2.0.0";

    /// @param artifact what the project has to be of: `RESOURCE` or `HOOK`
    static Project read(Path parts, TypeName type, String artifact) throws Flaw {
        JsonNode config;
        try {
            config = RequestEncoder.JSON.readTree(Files.readAllBytes(parts.resolve(FILE)));
        } catch (JacksonException | IOException unreadable) {
            throw new Flaw("provider.config", FILE, "the file can't be read: " + unreadable.getMessage());
        }
        expect(config, "/artifact_type", artifact, "provider.artifact-type");
        expect(config, "/settings/protocolVersion", PROTOCOL, "provider.protocol");
        expect(config, "/typeName", type.toString(), "provider.type-name");
        String runtime = config.path("runtime").asString("");
        Language language = Language.ofRuntime(runtime)
                .orElseThrow(() -> new Flaw(
                        "provider.runtime",
                        FILE + "#/runtime",
                        "expected java..., python..., nodejs..., go1.x or provided..., found '" + runtime + "'"));
        String entrypoint = config.path("entrypoint").asString("");
        if (!entrypoint.matches("[\\w$./:-]{1,300}") || entrypoint.contains("..")) {
            throw new Flaw(
                    "provider.entrypoint",
                    FILE + "#/entrypoint",
                    "expected the name of what is called, found '" + entrypoint + "'");
        }
        return new Project(language, runtime, entrypoint);
    }

    private static void expect(JsonNode config, String pointer, String expected, String id) throws Flaw {
        String found = config.at(pointer).asString(expected);
        if (!found.equals(expected)) {
            throw new Flaw(id, FILE + "#" + pointer, "expected '" + expected + "', found '" + found + "'");
        }
    }
}
