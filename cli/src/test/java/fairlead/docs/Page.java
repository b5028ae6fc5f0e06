package fairlead.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A page in Markdown, taken apart.
///
/// @param path from the root of the repository
/// @param prose the lines outside fenced blocks
record Page(String path, List<Block> blocks, List<String> prose) {

    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    /// A fenced block.
    ///
    /// @param line where it begins
    /// @param info the words behind the fence: the language first
    record Block(int line, List<String> info, String text) {

        boolean is(String language, String word) {
            return info.size() > 1
                    && info.getFirst().equals(language)
                    && info.get(1).equals(word);
        }

        boolean isOutput() {
            return info.size() > 1 && info.get(1).equals("output");
        }

        /// What stands behind `name=` in the first line; empty if nothing does.
        String value(String name) {
            return info.stream()
                    .filter(word -> word.startsWith(name + "="))
                    .map(word -> word.substring(name.length() + 1))
                    .findFirst()
                    .orElse("");
        }
    }

    static Page read(String path) {
        List<Block> blocks = new ArrayList<>();
        List<String> prose = new ArrayList<>();
        List<String> lines = Repository.read(path).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith("```")) {
                prose.add(lines.get(i));
                continue;
            }
            int begin = i;
            StringBuilder text = new StringBuilder();
            for (i++; !lines.get(i).equals("```"); i++) {
                text.append(lines.get(i)).append('\n');
            }
            List<String> info = List.of(lines.get(begin).substring(3).strip().split("\\s+"));
            blocks.add(new Block(begin + 1, info, text.toString()));
        }
        return new Page(path, blocks, prose);
    }

    /// Writes another text into the file, in place of a block's.
    void replace(Block block, String text) throws IOException {
        List<String> lines = Repository.read(path).lines().toList();
        int end = block.line() + (int) block.text().lines().count();
        List<String> changed = new ArrayList<>(lines.subList(0, block.line()));
        text.lines().forEach(changed::add);
        changed.addAll(lines.subList(end, lines.size()));
        Files.write(Repository.file(path), changed);
    }

    boolean hasCommands() {
        return blocks.stream().anyMatch(block -> block.info().getFirst().equals("sh"));
    }

    /// Where its links lead, those of the network left out.
    List<String> links() {
        return prose.stream()
                .map(line -> CODE.matcher(line).replaceAll("code"))
                .flatMap(line -> LINK.matcher(line).results().map(link -> link.group(1)))
                .filter(target -> !target.contains("://"))
                .toList();
    }

    /// The names by which its headings are linked to.
    List<String> anchors() {
        return prose.stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /// What stands between backticks in the prose.
    List<String> words() {
        return prose.stream()
                .flatMap(line -> CODE.matcher(line).results().map(MatchResult::group))
                .map(code -> code.substring(1, code.length() - 1))
                .toList();
    }
}
