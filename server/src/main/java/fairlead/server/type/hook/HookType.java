package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.type.TypeConfiguration;
import java.util.List;
import java.util.Optional;

/// A hook that is registered, in at least one version.
///
/// @param owner the account that it belongs to, whose changes it is asked of; empty for the operator's, which are asked
///     of all
/// @param configuration without which it is never asked
public record HookType(
        TypeName name,
        String owner,
        int defaultVersion,
        List<HookVersion> versions,
        Optional<TypeConfiguration> configuration) {

    public HookType {
        versions = List.copyOf(versions);
    }

    /// The version that is asked.
    public HookVersion current() {
        return version(defaultVersion).orElseThrow();
    }

    public Optional<HookVersion> version(int number) {
        return versions.stream().filter(one -> one.version() == number).findFirst();
    }
}
