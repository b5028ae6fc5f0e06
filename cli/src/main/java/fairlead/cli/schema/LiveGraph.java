package fairlead.cli.schema;

import fairlead.cli.address.Address;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The references between the resources of the server.
final class LiveGraph {

    private final Session session;
    private final Pages pages;

    /// @param group empty for all of the subscription
    LiveGraph(Session session, String subscription, Optional<String> group) {
        this.session = session;
        String path = "/fairlead/graph?subscription=" + Address.encode(subscription)
                + group.map(name -> "&group=" + Address.encode(name)).orElse("");
        pages = new Pages(session, path, Integer.MAX_VALUE);
    }

    void print(GraphCommand.Format format) throws InterruptedException {
        switch (format) {
            case TEXT -> session.out().print(text(pages.trees()));
            case DOT -> session.out().print(dot(pages.trees()));
            case JSON -> pages.printJson();
        }
    }

    /// Each resource that refers to others, and what to what.
    private static String text(List<JsonNode> resources) {
        StringBuilder text = new StringBuilder();
        for (JsonNode resource : resources) {
            JsonNode references = resource.path("references");
            if (!references.isEmpty()) {
                text.append(shortened(resource.path("id").asString(""))).append('\n');
            }
            for (JsonNode reference : references) {
                text.append("  ")
                        .append(reference.path("pointer").asString(""))
                        .append(" -> ")
                        .append(meaning(reference))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String meaning(JsonNode reference) {
        List<String> targets = reference
                .path("targets")
                .valueStream()
                .map(target -> shortened(target.asString("")))
                .toList();
        if (!targets.isEmpty()) {
            return String.join(", ", targets);
        }
        String type = reference.path("typeName").asString("");
        return reference.path("value").asString("") + (type.isEmpty() ? "" : " of " + type) + " ("
                + reference.path("state").asString("") + ")";
    }

    /// A directed graph for Graphviz; what is not there is dashed.
    private static String dot(List<JsonNode> resources) {
        StringBuilder text = new StringBuilder("digraph resources {\n  rankdir=LR;\n  node [shape=box];\n");
        for (JsonNode resource : resources) {
            String from = quoted(shortened(resource.path("id").asString("")));
            text.append("  ").append(from).append(";\n");
            for (JsonNode reference : resource.path("references")) {
                String label = quoted(reference.path("pointer").asString(""));
                reference
                        .path("targets")
                        .forEach(target ->
                                edge(text, from, quoted(shortened(target.asString(""))), "[label=" + label + "]"));
                if (reference.path("targets").isEmpty()) {
                    String missing = quoted(reference.path("value").asString(""));
                    edge(text, from, missing, "[label=" + label + ", style=dashed]");
                }
            }
        }
        return text.append("}\n").toString();
    }

    private static void edge(StringBuilder text, String from, String to, String attributes) {
        text.append("  ")
                .append(from)
                .append(" -> ")
                .append(to)
                .append(' ')
                .append(attributes)
                .append(";\n");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }

    /// `Fairlead.Lab/things/first`: the id without what all of them have.
    private static String shortened(String id) {
        int at = id.indexOf("/providers/");
        return at < 0 ? id : id.substring(at + "/providers/".length());
    }
}
