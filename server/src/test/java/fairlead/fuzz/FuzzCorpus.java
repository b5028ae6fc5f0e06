package fairlead.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The kept inputs of a target: a file with one a line. What is not printable is written as `\n`, `\\` or `\x00`. A
/// line that begins with `#` says what the next one has found.
final class FuzzCorpus {

    private static final Path FOLDER = Path.of("src", "test", "resources", "fuzz");

    private FuzzCorpus() {}

    static Path file(FuzzTargets target) {
        return FOLDER.resolve(target.word() + ".txt");
    }

    static List<byte[]> read(FuzzTargets target) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (String line : Files.readAllLines(file(target))) {
            if (!line.startsWith("#")) {
                inputs.add(bytes(line));
            }
        }
        return inputs;
    }

    static byte[] bytes(String line) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int at = 0;
        while (at < line.length()) {
            char next = line.charAt(at);
            char escaped = next == '\\' ? line.charAt(at + 1) : next;
            if (next != '\\') {
                bytes.write(next);
                at++;
            } else if (escaped == 'x') {
                bytes.write(HexFormat.fromHexDigits(line, at + 2, at + 4));
                at += 4;
            } else {
                bytes.write(escaped == 'n' ? '\n' : escaped);
                at += 2;
            }
        }
        return bytes.toByteArray();
    }

    static String line(byte[] input) {
        StringBuilder line = new StringBuilder();
        for (char octet : new String(input, StandardCharsets.ISO_8859_1).toCharArray()) {
            boolean hash = octet == '#' && line.isEmpty();
            if (octet == '\\') {
                line.append("\\\\");
            } else if (octet == '\n') {
                line.append("\\n");
            } else if (octet < ' ' || octet > '~' || hash) {
                line.append("\\x").append(HexFormat.of().toHexDigits((byte) octet));
            } else {
                line.append(octet);
            }
        }
        return line.toString();
    }
}
