package fairlead.cli.session;

import picocli.CommandLine.Option;

/// The option that chooses between output for people and for programs.
public final class Output {

    /// `TABLE` for people, `JSON` for programs.
    enum Format {
        TABLE,
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table for people, json for programs: exactly what the server answered (else table)")
    private Format format = Format.TABLE;

    public boolean json() {
        return format == Format.JSON;
    }
}
