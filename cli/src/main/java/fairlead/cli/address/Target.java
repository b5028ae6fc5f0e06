package fairlead.cli.address;

import fairlead.cli.http.Answer;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// The arguments that name one resource.
public final class Target {

    private static final String ARN = "arn:";

    @Parameters(
            index = "0",
            paramLabel = "TYPE",
            description = "Fairlead::Lab::Thing, Fairlead.Lab/things, or its last part where that is clear; or the"
                    + " resource's ARN")
    private String type = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "its name, unless TYPE is an ARN; of a nested one authority/name")
    private String name = "";

    @Option(names = "--parent", paramLabel = "NAME", description = "the name of its parent, the outermost first")
    private List<String> parents = new ArrayList<>();

    @Mixin
    private Scope scope = new Scope();

    public Address address(Session session) throws InterruptedException {
        Address address = named(session);
        session.looksFor(new NearName(session, address));
        return address;
    }

    private Address named(Session session) throws InterruptedException {
        if (type.startsWith(ARN)) {
            return ofArn(session);
        }
        if (name.isEmpty()) {
            throw new Refused(Exit.USAGE, "the name of the resource is missing: NAME");
        }
        Type known = new Types(session.server()).resolve(type, scope.apiVersion());
        return Address.resource(scope.group(session.env()), known, parents, name);
    }

    private Address ofArn(Session session) throws InterruptedException {
        Answer answer = session.server().get("/fairlead/resources?arn=" + Address.encode(type));
        List<JsonNode> found = answer.json().path("value").valueStream().toList();
        if (found.size() != 1 || !name.isEmpty()) {
            throw new Refused(
                    Exit.USAGE,
                    name.isEmpty()
                            ? "the ARN means several: "
                                    + String.join(
                                            ", ",
                                            found.stream()
                                                    .map(one -> one.path("id").asString(""))
                                                    .toList())
                            : "an ARN names a resource by itself, found '" + name + "' behind it");
        }
        JsonNode resource = found.getFirst();
        Type known =
                new Types(session.server()).resolve(resource.path("armType").asString(""), scope.apiVersion());
        return address(resource.path("id").asString(""), known);
    }

    /// @param id `/subscriptions/{s}/resourceGroups/{g}/providers/{namespace}/{type}/{name}...`
    private static Address address(String id, Type type) {
        String[] parts = id.split("/", -1);
        List<String> names = new ArrayList<>();
        for (int i = 8; i < parts.length; i += 2) {
            names.add(parts[i]);
        }
        return new Address(new Scope.Place(parts[2], Optional.of(parts[4])), type, names);
    }
}
