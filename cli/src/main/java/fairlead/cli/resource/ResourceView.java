package fairlead.cli.resource;

import fairlead.cli.http.Answer;
import fairlead.cli.session.Output;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Ages;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Palette;
import fairlead.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Prints one resource for people: its envelope in a few lines, then its properties as an outline.
final class ResourceView {

    private static final int LABEL = 10;

    private final Session session;
    private final List<String> lines = new ArrayList<>();

    private ResourceView(Session session) {
        this.session = session;
    }

    static void print(Session session, Output output, Answer answer) {
        if (output.json()) {
            session.print(answer.body());
        } else {
            print(session, answer);
        }
    }

    static void print(Session session, Answer answer) {
        session.print(new ResourceView(session).lines(answer));
    }

    private List<String> lines(Answer answer) {
        JsonNode resource = answer.json();
        Palette palette = session.outPalette();
        line("Name", palette.bold(text(resource, "name")));
        line("Type", text(resource, "type"));
        line("State", palette.state(state(resource)));
        line("Location", text(resource, "location"));
        line("Tags", tags(resource));
        line("Created", stamp(resource.path("systemData"), "created"));
        line("Modified", stamp(resource.path("systemData"), "lastModified"));
        answer.header("ETag").ifPresent(etag -> line("ETag", Text.line(etag)));
        line("Id", text(resource, "id"));
        answer.header("x-fairlead-arn").ifPresent(arn -> line("ARN", Text.line(arn)));
        if (resource.path("properties") instanceof ObjectNode properties) {
            ObjectNode own = properties.deepCopy();
            own.remove("provisioningState");
            properties(Outline.of(own, palette), palette);
        }
        return lines;
    }

    private void properties(List<String> outline, Palette palette) {
        if (!outline.isEmpty()) {
            lines.add(palette.bold("Properties"));
            outline.forEach(line -> lines.add("  " + line));
        }
    }

    private void line(String label, String value) {
        if (!value.isEmpty()) {
            lines.add(Text.pad(label, LABEL) + value);
        }
    }

    static String state(JsonNode resource) {
        return text(resource.path("properties"), "provisioningState");
    }

    static String tags(JsonNode resource) {
        return resource.path("tags")
                .propertyStream()
                .map(tag -> Text.line(tag.getKey()) + "=" + Outline.scalar(tag.getValue()))
                .collect(Collectors.joining(", "));
    }

    private String stamp(JsonNode systemData, String what) {
        String at = text(systemData, what + "At");
        String by = text(systemData, what + "By");
        String age = Ages.since(at, session.env().clock().instant());
        return age.isEmpty()
                ? ""
                : age + " ago"
                        + Optional.of(by)
                                .filter(who -> !who.isEmpty())
                                .map(who -> " by " + who)
                                .orElse("");
    }

    private static String text(JsonNode object, String name) {
        return Outline.scalar(object.path(name));
    }
}
