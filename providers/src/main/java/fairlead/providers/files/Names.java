package fairlead.providers.files;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.providers.disk.Folder;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// Names of directories and files that are safe as one step of a path. The schemas say the same; this is the check
/// that counts.
final class Names {

    static final String DIRECTORY = "DirectoryName";
    static final String NAME = "Name";

    private static final Pattern OF_DIRECTORIES = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
    private static final Pattern OF_FILES = Pattern.compile("[A-Za-z0-9._+@=,~()-][A-Za-z0-9 ._+@=,~()-]{0,254}");

    private Names() {}

    static String directory(ObjectNode properties, String property) {
        String name = properties.path(property).asString("");
        if (!OF_DIRECTORIES.matcher(name).matches()) {
            throw invalid(
                    property + " expects 1 to 128 letters, digits, \".\", \"_\" and \"-\", not beginning with \".\""
                            + " or \"-\"");
        }
        return name;
    }

    static String file(ObjectNode properties) {
        String name = properties.path(NAME).asString("");
        if (!isFile(name)) {
            throw invalid(NAME + " expects 1 to 255 letters, digits, spaces and \"._+@=,~()-\", no space at either end,"
                    + " not \".\" or \"..\", and not beginning with \"" + Folder.UNFINISHED + '"');
        }
        return name;
    }

    static boolean isDirectory(String name) {
        return OF_DIRECTORIES.matcher(name).matches();
    }

    static boolean isFile(String name) {
        return OF_FILES.matcher(name).matches()
                && !name.equals(".")
                && !name.equals("..")
                && !name.endsWith(" ")
                && !name.startsWith(Folder.UNFINISHED);
    }

    private static HandlerException invalid(String message) {
        return new HandlerException(ErrorCode.INVALID_REQUEST, message);
    }
}
