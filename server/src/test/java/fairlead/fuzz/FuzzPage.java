package fairlead.fuzz;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// The page of the fuzzed parsers: a line each.
final class FuzzPage {

    private static final Path PAGE = Path.of("..", "docs", "reference", "fuzzing.md");

    private FuzzPage() {}

    /// @param run the day, the executions, the seconds, the number of inputs that the fuzzer went on with, and the file
    ///     of JaCoCo's report
    static void write(FuzzTargets target, List<String> run) throws IOException {
        long findings = Files.readAllLines(FuzzCorpus.file(target)).stream()
                .filter(line -> line.startsWith("#"))
                .count();
        String row = "| `" + target.word() + "` | " + run.get(0) + " | " + run.get(2) + " | " + run.get(1) + " | "
                + FuzzCorpus.read(target).size() + " of " + run.get(3) + " | " + findings + " | "
                + covered(target, Path.of(run.get(4))) + " |";
        List<String> lines = new ArrayList<>();
        TreeSet<String> rows = new TreeSet<>(Collections.singleton(row));
        for (String line : Files.readAllLines(PAGE)) {
            if (!line.startsWith("| `")) {
                lines.add(line);
            } else if (!line.startsWith("| `" + target.word() + "` ")) {
                rows.add(line);
            }
        }
        lines.addAll(rows);
        Files.write(PAGE, lines);
    }

    /// How many of the parser's lines were reached.
    private static String covered(FuzzTargets target, Path report) throws IOException {
        int covered = 0;
        int all = 0;
        NodeList methods = document(report).getElementsByTagName("method");
        for (int i = 0; i < methods.getLength(); i++) {
            if (methods.item(i) instanceof Element method
                    && method.getParentNode() instanceof Element type
                    && belongs(target, type.getAttribute("name"), method.getAttribute("name"))) {
                Element lines = lines(method);
                covered += Integer.parseInt(lines.getAttribute("covered"));
                all += Integer.parseInt(lines.getAttribute("missed")) + Integer.parseInt(lines.getAttribute("covered"));
            }
        }
        Law.holds(all > 0, "the report has the classes of " + target.word());
        return covered + " of " + all + ", " + 100 * covered / all + " %";
    }

    private static Element lines(Element method) {
        NodeList counters = method.getElementsByTagName("counter");
        for (int i = 0; i < counters.getLength(); i++) {
            if (counters.item(i) instanceof Element counter
                    && counter.getAttribute("type").equals("LINE")) {
                return counter;
            }
        }
        throw new IllegalArgumentException("no lines of " + method.getAttribute("name"));
    }

    private static boolean belongs(FuzzTargets target, String type, String method) {
        String name = type.replace('/', '.');
        String outer = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        return target.parsers().stream()
                .map("fairlead."::concat)
                .anyMatch(parser -> parser.equals(outer) || parser.equals(outer + "#" + method));
    }

    private static Document document(Path report) throws IOException {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setEntityResolver((_, _) -> new InputSource(new StringReader("")));
            return builder.parse(report.toFile());
        } catch (ParserConfigurationException | SAXException wrong) {
            throw new IOException(wrong);
        }
    }
}
