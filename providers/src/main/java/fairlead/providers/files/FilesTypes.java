package fairlead.providers.files;

import fairlead.handler.ResourceType;
import fairlead.providers.Shape;
import java.nio.file.Path;
import java.util.List;

/// The resource types of directories and files.
public final class FilesTypes {

    private FilesTypes() {}

    /// `Fairlead::Files::Directory` and `Fairlead::Files::File`.
    ///
    /// @param defaultRoot where they are kept unless a type configuration names another `Root`: a folder for each
    ///     account, made when it is first needed
    public static List<ResourceType> all(Path defaultRoot) {
        Roots roots = new Roots(defaultRoot);
        return List.of(
                Shape.beside(FilesTypes.class, "directory", shape -> new DirectoryHandler(roots, shape)),
                Shape.beside(FilesTypes.class, "file", shape -> new FileHandler(roots, shape)));
    }
}
