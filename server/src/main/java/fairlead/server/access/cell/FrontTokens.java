package fairlead.server.access.cell;

import fairlead.server.access.Principal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tokens by which cells know a front: HMAC-SHA256 by a key that all of them share, each for one request and for 30
/// seconds. Fronts make them, cells check them.
///
/// There are two kinds. By the one a front asks something itself. By the other it says of a request that it passes on
/// which address its caller has used, and from where; who that caller is it never says. One instance serves all
/// threads.
public final class FrontTokens {

    /// The header of a request that was passed on.
    public static final String HEADER = "x-fairlead-front";

    /// As whom a front does what it does by itself.
    public static final Principal FRONT =
            new Principal("front", "Application", UUID.fromString("f0f1a7c4-6d0b-4e55-9c0e-3b1d5a2f8e64"));

    private static final Logger LOG = LoggerFactory.getLogger(FrontTokens.class);
    private static final String SCHEME = "Fairlead-Front ";
    private static final Duration VALID = Duration.ofSeconds(30);
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST_KEY = 32;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");

    private final SecretKeySpec key;
    private final Clock clock;

    private FrontTokens(byte[] key, Clock clock) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.clock = clock;
    }

    /// What a front says of a request that it passes on.
    ///
    /// @param baseUrl scheme and authority under which callers know the front, without a slash at the end
    /// @param authority to which the caller has sent the request: its `Host`
    /// @param address from where the caller has come
    public record Passed(String baseUrl, String authority, String address) {

        private List<String> parts() {
            return List.of(baseUrl, authority, address);
        }
    }

    /// With the key in a file, which is kept from other users. Throws [IllegalArgumentException] with what is wrong.
    public static FrontTokens read(Path file, Clock clock) {
        String key;
        try {
            key = Files.readString(file).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "can't read the key of the cells in " + file + ": " + failure.getMessage(), failure);
        }
        if (key.length() < SHORTEST_KEY) {
            throw new IllegalArgumentException("--cell-key-file=" + file + " has a key of " + key.length()
                    + " characters, expected at least " + SHORTEST_KEY + ": make one with openssl rand -base64 32");
        }
        restrict(file);
        return new FrontTokens(key.getBytes(StandardCharsets.UTF_8), clock);
    }

    private static void restrict(Path file) {
        try {
            if (!PRIVATE.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, PRIVATE);
            }
        } catch (IOException | UnsupportedOperationException ofAnother) {
            LOG.warn(
                    "other users can read the key of the cells in {}, and it can't be kept from them: {}",
                    file,
                    ofAnother.getMessage());
        }
    }

    /// The value of `Authorization` for a request of the front's own.
    ///
    /// @param target path and query, as they are sent
    public String own(String method, String target) {
        long at = clock.millis();
        return SCHEME + at + "." + mac(List.of("own", Long.toString(at), method, target));
    }

    /// The value of [#HEADER] for a request that is passed on.
    public String passing(String method, String target, Passed passed) {
        long at = clock.millis();
        List<String> message = new ArrayList<>(List.of("passed", Long.toString(at), method, target));
        message.addAll(passed.parts());
        return at + "." + mac(message) + " " + String.join(" ", passed.parts());
    }

    /// Whether a value of `Authorization` says that it is of a front.
    static boolean isOwn(String authorization) {
        return authorization.startsWith(SCHEME);
    }

    /// Whether a value of `Authorization` is a token for that request.
    boolean isOwn(String method, String target, String authorization) {
        return isOwn(authorization) && holds(authorization.substring(SCHEME.length()), "own", List.of(method, target));
    }

    /// What a value of [#HEADER] says; empty if it is no token for that request.
    public Optional<Passed> passed(String method, String target, String header) {
        String[] parts = header.split(" ", -1);
        boolean holds =
                parts.length == 4 && holds(parts[0], "passed", List.of(method, target, parts[1], parts[2], parts[3]));
        return holds ? Optional.of(new Passed(parts[1], parts[2], parts[3])) : Optional.empty();
    }

    private boolean holds(String token, String kind, List<String> message) {
        int dot = token.indexOf('.');
        String time = dot < 0 ? "" : token.substring(0, dot);
        if (!time.matches("\\d{1,18}")) {
            return false;
        }
        List<String> all = new ArrayList<>(List.of(kind, time));
        all.addAll(message);
        byte[] found = token.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
        boolean right = MessageDigest.isEqual(mac(all).getBytes(StandardCharsets.UTF_8), found);
        Duration age = Duration.between(Instant.ofEpochMilli(Long.parseLong(time)), clock.instant());
        return right && age.abs().compareTo(VALID) <= 0;
    }

    /// No part of a request has a line feed in it.
    private String mac(List<String> message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] text = ("fairlead-front-1\n" + String.join("\n", message)).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(text));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
