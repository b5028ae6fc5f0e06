package fairlead.armtemplate;

import java.util.List;
import java.util.Optional;

/// The resource types that a template may use.
public interface Types {

    /// A type.
    ///
    /// @param name by which documents call it, such as `Example::Web::Bookmark`
    /// @param versions that it is served in; empty for any
    record Known(String name, List<String> versions) {
        public Known {
            versions = List.copyOf(versions);
        }
    }

    /// A type by its name in templates, such as `Example.Web/bookmarks`, in any case.
    Optional<Known> find(String type);

    /// The types of a namespace, for the function `providers`.
    default List<String> in(String namespace) {
        return List.of();
    }

    /// Any type in any version, under the name that the template has for it.
    static Types any() {
        return type -> Optional.of(new Known(type, List.of()));
    }
}
