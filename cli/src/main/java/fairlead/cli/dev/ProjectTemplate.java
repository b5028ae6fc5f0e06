package fairlead.cli.dev;

import fairlead.schema.TypeName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.lang.model.SourceVersion;

/// The files of a new type's project, made of the templates in the resources `init`.
final class ProjectTemplate {

    /// What a handler can be written in.
    enum Language {
        JAVA(
                "A resource type of Fairlead with a handler in Java.",
                "fairlead.json src/Handler.java",
                "/target/ /*.jar"),
        PYTHON(
                "A resource type with a CloudFormation provider in Python, which needs no library.",
                "fairlead.json .rpdk-config src/handlers.py",
                "/build/ __pycache__/"),
        TYPESCRIPT(
                "A resource type with a CloudFormation provider for Node.js, typed in its comments, which needs no"
                        + " library.",
                "fairlead.json .rpdk-config package.json tsconfig.json src/handlers.js",
                "/dist/ /node_modules/"),
        GO(
                "A resource type with a CloudFormation provider in Go, which needs no library.",
                "fairlead.json .rpdk-config go.mod main.go things.go",
                "/bin/");

        private final String what;
        private final String files;
        private final String ignored;

        /// @param files separated by blanks, as `ignored` is
        Language(String what, String files, String ignored) {
            this.what = what;
            this.files = files;
            this.ignored = ignored;
        }
    }

    private static final List<String> INPUTS =
            List.of("inputs/inputs_1_create.json", "inputs/inputs_1_update.json", "inputs/inputs_2_create.json");

    private final TypeName name;
    private final Language language;
    private final Map<String, String> words = new LinkedHashMap<>();

    /// @param now an instant; its day becomes the API version
    ProjectTemplate(TypeName name, Language language, String now) {
        this.name = name;
        this.language = language;
        words.put("typeName", name.toString());
        words.put("resource", name.resource());
        words.put("thing", words(name.resource()));
        words.put("file", file());
        words.put("package", identifier(name.organization()) + "." + identifier(name.service()));
        words.put("today", now.substring(0, 10));
        words.put("what", language.what);
        words.put("ignored", language.ignored.replace(' ', '\n'));
        words.put("files", rows());
    }

    /// Where it goes if nothing else is said: `cellar`.
    String folder() {
        return name.resource().toLowerCase(Locale.ROOT);
    }

    /// Each file's content by its path.
    Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(schema(), filled("common/schema.json"));
        String home = language.name().toLowerCase(Locale.ROOT) + "/";
        for (String file : language.files.split(" ")) {
            String template = file.endsWith(".java") ? file + ".template" : file.replace(".rpdk", "rpdk");
            files.put(file.replace("Handler.java", name.resource() + "Handler.java"), filled(home + template));
        }
        INPUTS.forEach(file -> files.put(file, filled("common/" + file)));
        files.put("README.md", filled("common/README.md"));
        files.put(".gitignore", filled("common/gitignore"));
        return files;
    }

    /// A project of a CloudFormation provider calls its schema after the type.
    private String schema() {
        return language == Language.JAVA ? "schema.json" : file() + ".json";
    }

    private String file() {
        return name.toString().toLowerCase(Locale.ROOT).replace("::", "-");
    }

    private String rows() {
        StringBuilder rows = new StringBuilder("| `" + schema() + "` | what a resource looks like |\n");
        rows.append("| `fairlead.json` | the API version, and how it is built |\n");
        switch (language) {
            case JAVA -> rows.append("| `src/%sHandler.java` | the handler |".formatted(name.resource()));
            case PYTHON -> rows.append("| `.rpdk-config` | what is called |\n| `src/handlers.py` | the handler |");
            case TYPESCRIPT -> rows.append("| `.rpdk-config` | what is called |\n| `src/handlers.js` | the handler |");
            case GO -> rows.append("| `.rpdk-config` | what is called |\n| `main.go`, `things.go` | the handler |");
        }
        return rows.toString();
    }

    /// `tls certificate` for `TlsCertificate`.
    private static String words(String resource) {
        return resource.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static String identifier(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        boolean usable = SourceVersion.isIdentifier(lower) && !SourceVersion.isKeyword(lower);
        return usable ? lower : lower + "_";
    }

    private byte[] filled(String template) {
        String text = read(template);
        for (Map.Entry<String, String> word : words.entrySet()) {
            text = text.replace("@" + word.getKey() + "@", word.getValue());
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String read(String template) {
        try (InputStream stream =
                Objects.requireNonNull(ProjectTemplate.class.getResourceAsStream("init/" + template), template)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
