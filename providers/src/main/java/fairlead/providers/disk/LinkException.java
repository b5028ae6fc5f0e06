package fairlead.providers.disk;

import java.nio.file.FileSystemException;

/// A symbolic link where a file or folder was expected. It was not followed.
public final class LinkException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    LinkException(String file) {
        super(file, null, "is a symbolic link, which is not followed");
    }
}
