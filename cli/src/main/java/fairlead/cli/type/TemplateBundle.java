package fairlead.cli.type;

import fairlead.cli.bundle.Bundle;
import fairlead.cli.bundle.RegistrationValues;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.type.TemplateType;
import fairlead.schema.TypeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The files of a type whose handler is a template, made of the template alone.
final class TemplateBundle {

    private static final String TEMPLATE = "template.yaml";

    private final Session session;
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private TemplateBundle(Session session) {
        this.session = session;
    }

    static TemplateBundle of(Session session, TemplateOptions options, RegistrationValues values) {
        Path file = options.template()
                .orElseThrow(() -> new Refused(Exit.USAGE, "--type and --write go with --template FILE"));
        String name = options.type()
                .orElseThrow(() ->
                        new Refused(Exit.USAGE, "say what the type is called: --type Organization::Service::Resource"));
        byte[] text = session.read(file.toString());
        TemplateBundle bundle = new TemplateBundle(session);
        bundle.read(file, typeName(name), text, values);
        bundle.files.put(TEMPLATE, text);
        return bundle;
    }

    private static TypeName typeName(String text) {
        try {
            return TypeName.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw new Refused(Exit.USAGE, "--type: " + malformed.getMessage());
        }
    }

    private void read(Path file, TypeName name, byte[] text, RegistrationValues values) {
        try {
            Template template = Template.parse(text, Limits.standard());
            template.check();
            TemplateType type = TemplateType.of(template);
            files.put("schema.json", json(type.schema(name.toString())));
            ObjectNode registration = Documents.MAPPER.createObjectNode();
            values.into(registration);
            ArrayNode uses = registration.putObject("template").putArray("uses");
            template.resourceTypes().forEach(uses::add);
            if (!type.secrets().isEmpty()) {
                ObjectNode classes = registration.putObject("dataClasses");
                type.secrets().forEach(output -> classes.put("/properties/" + output, "secret"));
            }
            files.put("fairlead.json", json(registration));
        } catch (TemplateException wrong) {
            throw new Refused(
                    Exit.INVALID,
                    "nothing was registered: " + file + " is no template that a type can be made of\n"
                            + wrong.faults().stream().map(fault -> "  " + fault).collect(Collectors.joining("\n")));
        }
    }

    private static byte[] json(ObjectNode document) {
        return (Documents.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return Bundle.of(files);
    }

    /// Writes the files into a folder, and replaces none.
    void write(Path folder) {
        try {
            Files.createDirectories(folder);
            for (String name : files.keySet()) {
                if (Files.exists(folder.resolve(name))) {
                    throw new Refused(Exit.USAGE, "there is " + folder.resolve(name) + " already; nothing was written");
                }
            }
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException failure) {
            throw new Refused(Exit.USAGE, "can't write into " + folder + ": " + failure.getMessage());
        }
        session.done("wrote " + String.join(", ", files.keySet()) + " in " + folder + "; register them with 'fairlead"
                + " register " + folder + "'");
    }
}
