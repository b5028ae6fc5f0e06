package fairlead.server.options;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// Who may come in.
///
/// @param required whether callers have to say who they are; without it all are the developer
/// @param issuers the file of those whose tokens are taken, besides the server's own
/// @param credentials the accounts and keys of AWS tools; without it, any key is taken
/// @param once whether a signed request that changes something is taken once
/// @param cellKey the key that the cells and fronts of one control plane share
public record Authentication(
        boolean required, Optional<Path> issuers, Optional<Path> credentials, boolean once, Optional<Path> cellKey) {

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
        var once = flags.given(
                "--refuse-replays",
                "a signed request of AWS tools that changes something is taken once by each node: who has seen it"
                        + " can't send it again; with --require-sign-in or --credentials");
        var cellKey = cellKey(flags, "; with --require-sign-in and --cell");
        return () ->
                sound(new Authentication(required.get(), issuers.get(), credentials.get(), once.get(), cellKey.get()));
    }

    static Supplier<Optional<Path>> cellKey(Flags flags, String when) {
        return flags.optional(
                "--cell-key-file=FILE",
                Values::path,
                "the key by which cells know their fronts: the same for all of them, at least 32 characters" + when);
    }

    /// The same, of a server in such a place.
    Authentication in(Placement placement) {
        boolean together = required && placement.isOfCell();
        if (together && cellKey.isEmpty()) {
            throw new IllegalArgumentException(
                    "--require-sign-in with --cell needs --cell-key-file: the key by which the"
                            + " cells know their fronts, the same for all of them");
        }
        if (!together && cellKey.isPresent()) {
            throw new IllegalArgumentException("--cell-key-file has an effect with --require-sign-in and --cell alone");
        }
        return this;
    }

    private static Authentication sound(Authentication options) {
        if (options.issuers.isPresent() && !options.required) {
            throw new IllegalArgumentException("--issuers has an effect with --require-sign-in alone");
        }
        if (options.once && !options.required && options.credentials.isEmpty()) {
            throw new IllegalArgumentException(
                    "--refuse-replays has an effect with --require-sign-in or --credentials alone");
        }
        return options;
    }
}
