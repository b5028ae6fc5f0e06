package fairlead.server.type.archive;

import fairlead.lambda.Providers;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.composite.CompositeType;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Takes an archive apart without trusting it: sizes are counted as they come, not as they are claimed, and no
/// name leads out of the folder. Only what stands at the top level is used, and the jar that Maven has built.
public final class ArchiveReader {

    /// The largest archive that is accepted.
    public static final int MOST_BYTES = 128 << 20;

    static final int MOST_ENTRIES = 5000;
    static final long MOST_UNPACKED = 256L << 20;
    static final int LARGEST_DOCUMENT = 1 << 20;
    static final int LARGEST_REPORT = 8 << 20;

    private static final int LONGEST_NAME = 200;
    private static final String SIMULATED = "{\"simulation\": {}}";

    private final Path folder;
    private final long most;
    private final byte[] buffer = new byte[64 << 10];
    private final List<Detail> wrong = new ArrayList<>();
    private final List<String> unused = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final SortedMap<String, byte[]> jars = new TreeMap<>();
    private byte[] schema = new byte[0];
    private byte[] registration = new byte[0];
    private byte[] report = new byte[0];
    private long unpacked;

    private ArchiveReader(Path folder, long most) {
        this.folder = folder;
        this.most = most;
    }

    /// Unpacks into an empty folder; a problem if that can't be carried to its end.
    public static TypeArchive of(byte[] archive, Path folder) {
        return of(archive, folder, MOST_UNPACKED);
    }

    public static TypeArchive of(byte[] archive, Path folder, long mostUnpacked) {
        if (archive.length > MOST_BYTES) {
            throw new ProblemException(new Problem.BodyTooLarge(MOST_BYTES));
        }
        return new ArchiveReader(folder, mostUnpacked).unpack(archive);
    }

    private TypeArchive unpack(byte[] archive) {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive), StandardCharsets.UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                take(entry, zip);
            }
        } catch (ZipException | EOFException damaged) {
            throw refusal("archive.damaged", "the zip archive is damaged: " + damaged.getMessage());
        } catch (IllegalArgumentException notUtf8) {
            throw refusal("archive.entry-name", "the name of a file in the archive is not UTF-8");
        } catch (IOException failure) {
            throw new UncheckedIOException("can't unpack into " + folder, failure);
        }
        if (names.isEmpty()) {
            throw refusal("archive.not-a-zip", "expected a zip archive with at least " + TypeArchive.SCHEMA);
        }
        requireParts();
        if (saysItHasNoHandler()) {
            registration = SIMULATED.getBytes(StandardCharsets.UTF_8);
            jars.remove(Providers.CONFIG);
        }
        return new TypeArchive(folder, schema, registration, report, jars, unused, wrong);
    }

    /// A CloudFormation package of `"language": "none"`: there is nothing in it that could be run, and nothing was
    /// forgotten. Such a type is simulated.
    private boolean saysItHasNoHandler() {
        if (registration.length > 0 || !jars.keySet().equals(Set.of(Providers.CONFIG))) {
            return false;
        }
        try {
            byte[] config = Files.readAllBytes(folder.resolve(Providers.CONFIG));
            return JsonMapper.shared()
                    .readTree(config)
                    .path("language")
                    .asString("")
                    .equals("none");
        } catch (IOException | JacksonException unreadable) {
            return false;
        }
    }

    private void take(ZipEntry entry, ZipInputStream zip) throws IOException {
        String name = entry.getName();
        if (names.size() == MOST_ENTRIES) {
            throw refusal("archive.too-many-entries", "expected at most " + MOST_ENTRIES + " files, found more");
        }
        boolean fresh = names.add(name.toLowerCase(Locale.ROOT));
        Optional<String> flaw = flaw(name);
        if (flaw.isPresent()) {
            wrong.add(new Detail("archive.entry-name", "the name of a file in the archive " + flaw.get(), name));
        } else if (!fresh) {
            wrong.add(new Detail("archive.duplicate-entry", "the archive has this file twice", name));
        }
        if (entry.isDirectory() || flaw.isPresent() || !fresh) {
            pour(zip, OutputStream.nullOutputStream());
        } else {
            use(name, zip);
        }
    }

    private static Optional<String> flaw(String name) {
        String path = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        if (path.chars().anyMatch(c -> Character.isISOControl(c) || c == '\\' || c == ':')) {
            return Optional.of("has a control character, a backslash or a colon");
        }
        List<String> steps = Arrays.asList(path.split("/", -1));
        if (steps.stream().anyMatch(step -> step.isEmpty() || step.equals(".") || step.equals(".."))) {
            return Optional.of("leads out of the archive's folder or is not plain");
        }
        return path.length() > LONGEST_NAME
                ? Optional.of("is longer than " + LONGEST_NAME + " characters")
                : Optional.empty();
    }

    private void use(String name, ZipInputStream zip) throws IOException {
        switch (name) {
            case TypeArchive.SCHEMA -> schema = document(name, zip);
            case TypeArchive.REGISTRATION -> registration = document(name, zip);
            case TypeArchive.REPORT -> report = document(name, zip, LARGEST_REPORT);
            default -> {
                Optional<String> part = part(name).filter(flat -> !jars.containsKey(flat));
                if (part.isPresent()) {
                    jars.put(part.get(), jar(folder.resolve(part.get()), zip));
                } else {
                    unused.add(name);
                    pour(zip, OutputStream.nullOutputStream());
                }
            }
        }
    }

    /// The name under which a file is kept, if it is one that a handler is run from.
    private static Optional<String> part(String name) {
        String flat = name.substring(name.lastIndexOf('/') + 1);
        boolean top = flat.equals(name);
        boolean built = name.equals("target/" + flat) && !flat.startsWith("original-");
        boolean jar = flat.endsWith(".jar") && (top || built);
        boolean provider = top && (name.equals(Providers.CONFIG) || Providers.ARCHIVES.contains(name));
        boolean model = name.equals(ModelledHandlers.MODEL) || name.equals(CompositeType.FILE);
        return jar || provider || model ? Optional.of(flat) : Optional.empty();
    }

    private byte[] document(String name, ZipInputStream zip) throws IOException {
        return document(name, zip, LARGEST_DOCUMENT);
    }

    private byte[] document(String name, ZipInputStream zip, int most) throws IOException {
        byte[] bytes = zip.readNBytes(most + 1);
        unpacked += bytes.length;
        pour(zip, OutputStream.nullOutputStream());
        if (bytes.length == 0) {
            wrong.add(new Detail("archive.empty-document", "the file is empty", name));
        }
        if (bytes.length > most) {
            String message = "expected at most " + most + " bytes, found more";
            wrong.add(new Detail("archive.document-too-large", message, name));
            return new byte[0];
        }
        return bytes;
    }

    private byte[] jar(Path file, ZipInputStream zip) throws IOException {
        MessageDigest digest = ArchiveDigests.sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
            pour(zip, out);
        }
        return digest.digest();
    }

    private void pour(ZipInputStream zip, OutputStream out) throws IOException {
        for (int read = zip.read(buffer); read >= 0; read = zip.read(buffer)) {
            unpacked += read;
            if (unpacked > most) {
                throw refusal("archive.too-large", "expected at most " + most + " bytes unpacked, found more");
            }
            out.write(buffer, 0, read);
        }
    }

    private void requireParts() {
        if (!names.contains(TypeArchive.SCHEMA)) {
            String inside = unused.stream()
                    .filter(name -> name.endsWith("/" + TypeArchive.SCHEMA))
                    .findFirst()
                    .map(name -> "; found " + name + ": pack what is in the folder, not the folder")
                    .orElse("");
            wrong.add(new Detail(
                    "archive.schema-missing",
                    "expected " + TypeArchive.SCHEMA + " at the top level" + inside,
                    TypeArchive.SCHEMA));
        }
    }

    private static ProblemException refusal(String id, String message) {
        return new ProblemException(Problem.InvalidBody.of(id, message, ""));
    }
}
