package fairlead.cli.stack;

import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// The file that describes a stack, and what it is given.
final class TemplateInput {

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "the template: a CloudFormation template in YAML or JSON; - for standard input")
    private String file = "";

    @Option(names = "--name", paramLabel = "NAME", description = "the name of the stack (else that of the file)")
    private Optional<String> name = Optional.empty();

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "the value of a parameter (else its default); repeatable")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--tag", paramLabel = "NAME=VALUE", description = "a tag of the stack; repeatable")
    private List<String> tags = new ArrayList<>();

    /// The name of the stack.
    String name() {
        return name.orElseGet(this::named);
    }

    private String named() {
        if (file.equals("-")) {
            throw new Refused(Exit.USAGE, "a template from standard input needs --name");
        }
        String made = nameOf(file);
        if (made.isEmpty()) {
            throw new Refused(Exit.USAGE, "no name can be made of " + file + "; give --name");
        }
        return made;
    }

    /// A name of letters, digits and hyphens, made of that of a file.
    static String nameOf(String file) {
        String last = Optional.ofNullable(Path.of(file).getFileName())
                .map(Path::toString)
                .orElse("");
        return last.replaceFirst("\\.[^.]*$", "")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^[^A-Za-z]+|-+$", "");
    }

    /// The body of a request that says what the stack is to be.
    ObjectNode body(Session session) {
        ObjectNode body = Documents.MAPPER.createObjectNode();
        body.put("language", "cloudformation");
        body.put("template", new String(session.read(file), StandardCharsets.UTF_8));
        pairs(body, "parameters", "--parameter", parameters);
        pairs(body, "tags", "--tag", tags);
        return body;
    }

    static void pairs(ObjectNode body, String member, String option, List<String> pairs) {
        ObjectNode object = body.putObject(member);
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new Refused(Exit.USAGE, option + " takes name=value, found '" + pair + "'");
            }
            object.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
    }

    /// A request for the plan of that.
    Request plan(Session session, StackPlace place, ObjectNode body) {
        return Documents.request(Request.Method.POST, place.of(session, name(), "plan"), body);
    }
}
