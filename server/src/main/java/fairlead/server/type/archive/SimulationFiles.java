package fairlead.server.type.archive;

import fairlead.schema.text.JsonMistake;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An archive of types to be simulated: for each a schema `NAME.json`, and beside it, if there is more to say,
/// `NAME.behaviour.json` and a registration file `NAME.fairlead.json`. Nothing of it touches the disk.
public final class SimulationFiles {

    private static final String ENDING = ".json";
    private static final String BEHAVIOUR = ".behaviour.json";
    private static final String REGISTRATION = ".fairlead.json";

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// The files of one type.
    ///
    /// @param unpacked as if they were called `schema.json` and `fairlead.json`
    public record Files(String name, TypeArchive unpacked) {}

    private final Map<String, byte[]> documents = new LinkedHashMap<>();
    private final Map<String, Detail> tooLarge = new LinkedHashMap<>();

    private SimulationFiles() {}

    /// The types in the archive, in its order.
    public static List<Files> of(byte[] archive) {
        SimulationFiles files = new SimulationFiles();
        files.read(archive);
        List<Files> all = new ArrayList<>();
        for (Map.Entry<String, byte[]> document : files.documents.entrySet()) {
            String file = document.getKey();
            if (!file.endsWith(BEHAVIOUR) && !file.endsWith(REGISTRATION)) {
                String name = file.substring(0, file.length() - ENDING.length());
                all.add(new Files(name, files.unpacked(name, document.getValue())));
            }
        }
        if (all.isEmpty()) {
            throw refusal("archive.schema-missing", "expected a zip archive with at least one schema NAME.json");
        }
        return all;
    }

    private void read(byte[] archive) {
        long unpacked = 0;
        int entries = 0;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive), StandardCharsets.UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] bytes = zip.readNBytes(ArchiveReader.LARGEST_DOCUMENT + 1);
                unpacked += bytes.length + zip.skip(ArchiveReader.MOST_UNPACKED);
                if (unpacked > ArchiveReader.MOST_UNPACKED || ++entries > 3 * ArchiveReader.MOST_ENTRIES) {
                    throw refusal("archive.too-large", "the archive has too much in it; send it in parts");
                }
                keep(entry.getName(), bytes);
            }
        } catch (ZipException | EOFException damaged) {
            throw refusal("archive.damaged", "the zip archive is damaged: " + damaged.getMessage());
        } catch (IllegalArgumentException notUtf8) {
            throw refusal("archive.entry-name", "the name of a file in the archive is not UTF-8");
        } catch (IOException failure) {
            throw refusal("archive.damaged", "the zip archive can't be read: " + failure.getMessage());
        }
    }

    private void keep(String file, byte[] bytes) {
        if (!file.endsWith(ENDING)) {
            return;
        }
        if (bytes.length > ArchiveReader.LARGEST_DOCUMENT) {
            String message = "expected at most " + ArchiveReader.LARGEST_DOCUMENT + " bytes, found more";
            tooLarge.put(file, new Detail("archive.document-too-large", message, ""));
        }
        if (documents.putIfAbsent(file, bytes.length > ArchiveReader.LARGEST_DOCUMENT ? new byte[0] : bytes) != null) {
            throw refusal("archive.duplicate-entry", "the archive has " + file + " twice");
        }
    }

    private TypeArchive unpacked(String name, byte[] schema) {
        List<Detail> wrong = new ArrayList<>();
        wrong(name + ENDING, TypeArchive.SCHEMA + "#", wrong);
        wrong(name + BEHAVIOUR, TypeArchive.REGISTRATION + "#/simulation", wrong);
        wrong(name + REGISTRATION, TypeArchive.REGISTRATION + "#", wrong);
        JsonNode registration = document(name + REGISTRATION, TypeArchive.REGISTRATION + "#", wrong);
        JsonNode behaviour = document(name + BEHAVIOUR, TypeArchive.REGISTRATION + "#/simulation", wrong);
        if (registration instanceof ObjectNode object
                && (documents.containsKey(name + BEHAVIOUR) || !object.has("simulation"))) {
            object.set("simulation", behaviour);
        }
        return new TypeArchive(
                Path.of(""),
                schema,
                STRICT.writeValueAsBytes(registration),
                new byte[0],
                Collections.emptySortedMap(),
                List.of(),
                wrong);
    }

    private void wrong(String file, String place, List<Detail> wrong) {
        @Nullable Detail detail = tooLarge.get(file);
        if (detail != null) {
            wrong.add(new Detail(detail.id(), detail.message(), place));
        }
    }

    /// The document in the file; an empty object if there is none, or none that can be read.
    private JsonNode document(String file, String place, List<Detail> wrong) {
        byte @Nullable [] bytes = documents.get(file);
        if (bytes != null && bytes.length > 0) {
            try {
                return STRICT.readTree(bytes);
            } catch (JacksonException malformed) {
                wrong.add(new Detail("registration.json", JsonMistake.of(malformed), place));
            }
        }
        return STRICT.createObjectNode();
    }

    private static ProblemException refusal(String id, String message) {
        return new ProblemException(Problem.InvalidBody.of(id, message, ""));
    }
}
