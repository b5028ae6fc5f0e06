package fairlead.cli.stack;

import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Text;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "graph", description = "Show what in a stack needs what, of a template or of a stack that there is.")
final class GraphCommand implements Callable<Integer> {

    private final Session session;

    /// Who the graph is for.
    enum Format {
        TEXT,
        DOT,
        MERMAID
    }

    @Parameters(index = "0", paramLabel = "FILE|NAME", description = "a template, or the name of a stack")
    private String subject = "";

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "NAME=VALUE",
            description = "the value of a parameter of the template; repeatable")
    private List<String> parameters = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text for people, dot for Graphviz, or mermaid (else text)")
    private Format format = Format.TEXT;

    @Mixin
    private StackPlace place = new StackPlace();

    GraphCommand(Session session) {
        this.session = session;
    }

    /// A node, and the keys of those that it needs.
    private record Vertex(String key, String type, List<String> needs) {}

    @Override
    public Integer call() throws InterruptedException {
        Map<String, Vertex> graph = graph();
        session.print(
                switch (format) {
                    case TEXT -> text(graph);
                    case DOT -> dot(graph);
                    case MERMAID -> mermaid(graph);
                });
        return Exit.OK.code();
    }

    private Map<String, Vertex> graph() throws InterruptedException {
        JsonNode nodes = (Files.exists(Path.of(subject)) || subject.equals("-") ? plan() : stack()).path("nodes");
        Map<String, Vertex> graph = new LinkedHashMap<>();
        for (JsonNode node : nodes) {
            boolean gone =
                    Set.of("remove", "release").contains(node.path("action").asString(""))
                            || node.path("status").asString("").equals("DELETE_COMPLETE");
            if (!gone) {
                String key = node.path("key").asString("");
                List<String> needs =
                        node.path("needs").valueStream().map(JsonNode::asString).toList();
                graph.put(key, new Vertex(key, node.path("type").asString(""), needs));
            }
        }
        return graph;
    }

    private JsonNode stack() throws InterruptedException {
        return session.server().get(place.of(session, subject)).json();
    }

    private JsonNode plan() throws InterruptedException {
        ObjectNode body = Documents.MAPPER.createObjectNode();
        body.put("template", new String(session.read(subject), StandardCharsets.UTF_8));
        TemplateInput.pairs(body, "parameters", "--parameter", parameters);
        String name = TemplateInput.nameOf(subject);
        String path = place.of(session, name.isEmpty() ? "graph" : name, "plan");
        return session.server()
                .ask(Documents.request(Request.Method.POST, path, body))
                .json();
    }

    /// What no other needs comes first, and below each what it needs.
    private static List<String> text(Map<String, Vertex> graph) {
        Set<String> needed = new HashSet<>();
        graph.values().forEach(vertex -> needed.addAll(vertex.needs()));
        List<String> lines = new ArrayList<>();
        Set<String> shown = new HashSet<>();
        graph.values().stream()
                .filter(vertex -> !needed.contains(vertex.key()))
                .forEach(vertex -> text(graph, vertex, "", "", lines, shown));
        return lines;
    }

    private static void text(
            Map<String, Vertex> graph,
            Vertex vertex,
            String first,
            String rest,
            List<String> lines,
            Set<String> shown) {
        boolean again = !shown.add(vertex.key()) && !vertex.needs().isEmpty();
        lines.add(Text.line(first + vertex.key() + "  " + vertex.type() + (again ? "  (above)" : "")));
        if (again) {
            return;
        }
        List<Vertex> needs = vertex.needs().stream()
                .filter(graph::containsKey)
                .map(key -> graph.getOrDefault(key, vertex))
                .toList();
        for (int i = 0; i < needs.size(); i++) {
            boolean last = i == needs.size() - 1;
            text(graph, needs.get(i), rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "), lines, shown);
        }
    }

    private static List<String> dot(Map<String, Vertex> graph) {
        List<String> lines = new ArrayList<>(List.of("digraph stack {", "  rankdir=LR;"));
        graph.values().forEach(vertex -> {
            lines.add("  \"" + vertex.key() + "\" [label=\"" + vertex.key() + "\\n" + vertex.type() + "\"];");
            vertex.needs().forEach(need -> lines.add("  \"" + vertex.key() + "\" -> \"" + need + "\";"));
        });
        lines.add("}");
        return lines;
    }

    private static List<String> mermaid(Map<String, Vertex> graph) {
        List<String> lines = new ArrayList<>(List.of("graph LR"));
        graph.values().forEach(vertex -> {
            lines.add("  " + vertex.key() + "[\"" + vertex.key() + "<br>" + vertex.type() + "\"]");
            vertex.needs().forEach(need -> lines.add("  " + vertex.key() + " --> " + need));
        });
        return lines;
    }
}
