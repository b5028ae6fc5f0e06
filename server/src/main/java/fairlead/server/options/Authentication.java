package fairlead.server.options;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// Who may come in.
///
/// @param required whether callers have to say who they are; without it all are the developer
/// @param issuers the file of those whose tokens are taken, besides the server's own
/// @param credentials the accounts and keys of AWS tools; without it, any key is taken
public record Authentication(boolean required, Optional<Path> issuers, Optional<Path> credentials) {

    static Supplier<Authentication> declare(Flags flags) {
        flags.section("Who may come in");
        var required = flags.given(
                "--require-sign-in",
                "callers have to sign in, and may do what roles allow them; without it every caller is the developer,"
                        + " who may do everything");
        var issuers = flags.optional(
                "--issuers=FILE",
                Values::path,
                "the OIDC issuers whose tokens are taken, besides the server's own; with --require-sign-in");
        var credentials = flags.optional(
                "--credentials=FILE",
                Values::path,
                "the accounts and access keys of AWS tools; without it, any key is taken, or with --require-sign-in"
                        + " those alone that are minted for principals");
        return () -> sound(new Authentication(required.get(), issuers.get(), credentials.get()));
    }

    /// The same, of a server in such a place. A front does not pass on who its callers are.
    Authentication in(Placement placement) {
        if (required && placement.isOfCell()) {
            throw new IllegalArgumentException("--require-sign-in can't be given together with --cell");
        }
        return this;
    }

    private static Authentication sound(Authentication options) {
        if (options.issuers.isPresent() && !options.required) {
            throw new IllegalArgumentException("--issuers has an effect with --require-sign-in alone");
        }
        return options;
    }
}
