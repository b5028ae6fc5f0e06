package fairlead.server.type;

import fairlead.schema.TypeName;
import java.util.List;
import java.util.Optional;

/// A resource type with all its versions, oldest first.
public record RegisteredType(TypeName name, int defaultVersion, List<TypeVersion> versions) {

    public RegisteredType {
        versions = List.copyOf(versions);
    }

    public TypeVersion current() {
        return version(defaultVersion).orElseThrow();
    }

    public Optional<TypeVersion> version(int number) {
        for (TypeVersion version : versions) {
            if (version.version() == number) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    public Optional<TypeVersion> withApiVersion(String apiVersion) {
        for (TypeVersion version : versions) {
            if (version.apiVersion().equals(apiVersion)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /// Whether a version has an action that a caller writes so.
    public boolean hasAction(String word) {
        for (TypeVersion version : versions) {
            if (!version.registration().actions().isEmpty()
                    && version.registration().action(word).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// The API versions, newest first.
    public List<String> apiVersions() {
        return versions.stream()
                .map(TypeVersion::apiVersion)
                .sorted((a, b) -> b.compareTo(a))
                .toList();
    }
}
