package fairlead.server.type.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;

/// SHA-256 over what makes up a version of a type.
public final class ArchiveDigests {

    private ArchiveDigests() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// Of the file's bytes.
    public static byte[] of(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
        return digest.digest();
    }

    /// Of a version: the same for the same files, however they were packed.
    ///
    /// @param registration no bytes where there is no registration file
    /// @param jars the digest of each jar, by its name
    public static String of(byte[] schema, byte[] registration, SortedMap<String, byte[]> jars) {
        MessageDigest whole = sha256();
        add(whole, TypeArchive.SCHEMA, sha256().digest(schema));
        if (registration.length > 0) {
            add(whole, TypeArchive.REGISTRATION, sha256().digest(registration));
        }
        jars.forEach((name, digest) -> add(whole, name, digest));
        return HexFormat.of().formatHex(whole.digest());
    }

    private static void add(MessageDigest whole, String name, byte[] digest) {
        whole.update(name.getBytes(StandardCharsets.UTF_8));
        whole.update((byte) 0);
        whole.update(digest);
    }
}
