package fairlead.cli.resource;

import fairlead.cli.http.Answer;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Yaml;
import picocli.CommandLine.Option;

/// The option that chooses how a resource is shown.
final class ResourceOutput {

    /// `TABLE` for people, `JSON` for programs, `YAML` for files that people keep.
    enum Format {
        TABLE,
        JSON,
        YAML
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table for people, json for programs: exactly what the server answered, yaml for a file that"
                    + " 'apply' takes (else table)")
    private Format format = Format.TABLE;

    void print(Session session, Answer answer) {
        switch (format) {
            case TABLE -> ResourceView.print(session, answer);
            case JSON -> session.print(answer.body());
            case YAML -> {
                session.out().print(Yaml.document(answer.json()));
                session.out().flush();
            }
        }
    }
}
