package fairlead.providers.files;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// Permissions in their octal form, `0644`.
final class Mode {

    static final String PROPERTY = "Mode";

    private static final Pattern OCTAL = Pattern.compile("0[0-7]{3}");
    private static final PosixFilePermission[] FROM_THE_LEFT = PosixFilePermission.values();

    private Mode() {}

    /// The permissions of a file, which its owner must be able to read: else the handler could not say what is in it.
    static Set<PosixFilePermission> ofFile(ObjectNode properties) {
        return parse(properties, EnumSet.of(PosixFilePermission.OWNER_READ));
    }

    /// The permissions of a directory, in which its owner must be able to do everything.
    static Set<PosixFilePermission> ofDirectory(ObjectNode properties) {
        return parse(
                properties,
                EnumSet.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
    }

    private static Set<PosixFilePermission> parse(ObjectNode properties, Set<PosixFilePermission> needed) {
        String octal = properties.path(PROPERTY).asString("");
        if (!OCTAL.matcher(octal).matches()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST, "Mode expects four octal digits, the first of them 0");
        }
        int bits = Integer.parseInt(octal, 8);
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < FROM_THE_LEFT.length; i++) {
            if ((bits & bit(i)) != 0) {
                permissions.add(FROM_THE_LEFT[i]);
            }
        }
        if (!permissions.containsAll(needed)) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST, "Mode expects at least " + show(needed) + ", found " + octal);
        }
        return permissions;
    }

    static String show(Set<PosixFilePermission> permissions) {
        int bits = 0;
        for (int i = 0; i < FROM_THE_LEFT.length; i++) {
            if (permissions.contains(FROM_THE_LEFT[i])) {
                bits |= bit(i);
            }
        }
        return "%04o".formatted(bits);
    }

    private static int bit(int fromTheLeft) {
        return 1 << (FROM_THE_LEFT.length - 1 - fromTheLeft);
    }
}
