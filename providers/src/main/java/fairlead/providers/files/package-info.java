/// Directories and files on the control plane's own disk as resource types: `Fairlead::Files::Directory` and,
/// nested under it, `Fairlead::Files::File`.
///
/// [fairlead.providers.files.FilesTypes] gives the types to a control plane. Everything happens below one root,
/// which neither a name nor a symbolic link leaves. What the disk itself can't remember (who made a resource, how its
/// content was given) is kept in the folder `.fairlead` of the root.
@NullMarked
package fairlead.providers.files;

import org.jspecify.annotations.NullMarked;
