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
/// line
/// that begins with `#` says what the next one has found.
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
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) != '\\') {
                bytes.write(line.charAt(i));
                continue;
            }
            i++;
            switch (line.charAt(i)) {
                case 'n' -> bytes.write('\n');
                case 'x' -> {
                    bytes.write(HexFormat.fromHexDigits(line, i + 1, i + 3));
                    i += 2;
                }
                default -> bytes.write(line.charAt(i));
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
