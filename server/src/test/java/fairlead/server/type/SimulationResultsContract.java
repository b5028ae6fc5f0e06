package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Act;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.schema.Finding;
import fairlead.schema.PlainSchema;
import fairlead.schema.TypeName;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.type.SimulationResults.Refused;
import fairlead.server.type.SimulationResults.Result;
import fairlead.server.type.SimulationResults.Served;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What simulating types means, on whatever database.
abstract class SimulationResultsContract extends OnNodes {

    private static final TypeName GADGET = TypeName.parse("Example::Web::Gadget");

    private static final String SCHEMA = """
        {'typeName': 'Example::Web::Gadget', 'description': 'To be simulated.',
         'properties': {
           'GadgetId': {'type': 'string', 'pattern': '^gadget-[0-9a-f]{8}$'},
           'Arn': {'type': 'string'},
           'Label': {'type': 'string'},
           'Revision': {'type': 'integer'}},
         'required': ['Label'],
         'primaryIdentifier': ['/properties/GadgetId'],
         'additionalIdentifiers': [['/properties/Arn']],
         'readOnlyProperties': ['/properties/GadgetId', '/properties/Arn', '/properties/Revision'],
         'tagging': {'taggable': false}, 'additionalProperties': false}
        """;

    private SimulationResults simulate(Map<String, String> files) {
        return node.registrations.simulate(DEVELOPER, zip(files));
    }

    private static byte[] zip(Map<String, String> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().replace('\'', '"').getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static Served served(Result result) {
        return (Served) result;
    }

    private static Refused refused(Result result) {
        return (Refused) result;
    }

    private ObjectNode made(ResourceHandler handler) {
        return ((Progress.Done) handler.create(Create.of(json("{'Label': 'x'}")), context())).properties();
    }

    @Test
    void aSchemaAloneIsServed() {
        Served served = served(simulate(Map.of("gadget.json", SCHEMA)).results().getFirst());

        assertThat(served.version().armType()).hasToString("Example.Web/gadgets");
        assertThat(served.warnings()).extracting(Finding::id).containsExactly("simulation.handlers-added");
        assertThat(made(served.version().handler()).path("GadgetId").stringValue())
                .matches("^gadget-[0-9a-f]{8}$");
        assertThat(deeds()).containsExactly("RegisterType");
    }

    private static final String ACTIONS = """
        {'actions': {
           'diagnose': {'output': {
             'type': 'object', 'additionalProperties': false, 'required': ['Healthy', 'Load'],
             'properties': {'Healthy': {'type': 'boolean'}, 'Load': {'type': 'integer', 'minimum': 1, 'maximum': 9}}}},
           'blink': {}}}
        """;

    private static Act act(String name, ObjectNode identifier) {
        return new Act(name, identifier, identifier, json("{}"), Optional.empty());
    }

    @Test
    void anActionAnswersWithWhatItsOutputAllows() {
        simulate(Map.of("gadget.json", SCHEMA, "gadget.fairlead.json", ACTIONS));
        TypeVersion version = node.types.find(GADGET).orElseThrow().current();
        Actionable handler = (Actionable) version.handler();
        ObjectNode id =
                json("{}").put("GadgetId", made(handler).path("GadgetId").stringValue());

        Progress.Done diagnosed = (Progress.Done) handler.act(act("diagnose", id), context());
        PlainSchema output =
                version.registration().action("diagnose").orElseThrow().output().orElseThrow();
        assertThat(output.validate(diagnosed.properties())).isEmpty();
        assertThat(handler.act(act("diagnose", id), context())).isEqualTo(diagnosed);
        assertThat(handler.act(act("blink", id), context())).isEqualTo(Progress.done(json("{}")));
    }

    @Test
    void anActionOfNothingFindsNothing() {
        simulate(Map.of("gadget.json", SCHEMA, "gadget.fairlead.json", ACTIONS));
        Actionable handler =
                (Actionable) node.types.find(GADGET).orElseThrow().current().handler();

        assertThat(failure(() -> handler.act(act("blink", json("{'GadgetId': 'gadget-00000000'}")), context())))
                .isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void whatWasMadeIsThereAfterARestart() {
        simulate(Map.of("gadget.json", SCHEMA));
        ObjectNode made = made(node.types.find(GADGET).orElseThrow().current().handler());

        Node restarted = node(another(), "another");
        ResourceHandler handler =
                restarted.types.find(GADGET).orElseThrow().current().handler();
        Read byArn = new Read(json("{}").put("Arn", made.path("Arn").stringValue()));

        assertThat(handler.read(byArn, context())).isEqualTo(Progress.done(made));
        assertThat(made(handler)).isEqualTo(made);
    }

    @Test
    void anotherBehaviourTakesThePlaceOfTheFirst() {
        simulate(Map.of("gadget.json", SCHEMA));
        simulate(Map.of(
                "gadget.json",
                SCHEMA,
                "gadget.behaviour.json",
                "{'values': {'/Revision': {'count': 'updates', 'from': 7}}}"));

        RegisteredType type = node.types.find(GADGET).orElseThrow();
        assertThat(type.versions()).hasSize(1);
        assertThat(made(type.current().handler()).path("Revision").intValue()).isEqualTo(7);
    }

    @Test
    void aTypeThatIsRemovedLeavesNothing() {
        simulate(Map.of("gadget.json", SCHEMA));
        ObjectNode made = made(node.types.find(GADGET).orElseThrow().current().handler());
        node.registrations.remove(DEVELOPER, GADGET);
        simulate(Map.of("gadget.json", SCHEMA));

        ResourceHandler handler =
                node.types.find(GADGET).orElseThrow().current().handler();
        ObjectNode id = json("{}").put("GadgetId", made.path("GadgetId").stringValue());
        assertThat(failure(() -> handler.read(new Read(id), context()))).isEqualTo(ErrorCode.NOT_FOUND);
    }

    private static ErrorCode failure(Runnable call) {
        try {
            call.run();
        } catch (HandlerException failure) {
            return failure.code();
        }
        throw new AssertionError("nothing failed");
    }

    @Test
    void eachSchemaIsRegisteredOrRefusedByItself() {
        SimulationResults types = simulate(Map.of(
                "a.json",
                SCHEMA,
                "b.json",
                SCHEMA.replace("Example::Web::Gadget", "Example::Web::Deployment"),
                "c.json",
                SCHEMA,
                "d.json",
                "{'typeName': 'Example::Web::Other'}",
                "e.json",
                SCHEMA.replace("Gadget'", "Widget'"),
                "e.behaviour.json",
                "{'create': {'delaySeconds': 'long'}}",
                "f.json",
                SCHEMA.replace("Gadget'", "Deployment'"),
                "f.fairlead.json",
                "{'armType': 'Example.Web/webDeployments'}"));

        assertThat(types.results())
                .filteredOn(Served.class::isInstance)
                .extracting(Result::file)
                .containsExactly("a", "f");
        assertThat(ids(types.results().get(1))).containsExactly("registration.armType");
        assertThat(ids(types.results().get(2))).containsExactly("registration.armType-taken");
        assertThat(ids(types.results().get(3))).contains("schema.required");
        assertThat(refused(types.results().get(4)).problem().details())
                .extracting(Detail::target)
                .containsExactly("fairlead.json#/simulation/create/delaySeconds");
    }

    private static Iterable<String> ids(Result result) {
        return refused(result).problem().details().stream().map(Detail::id).toList();
    }

    @Test
    void aTypeWithAHandlerIsNotReplaced() {
        node.register(Archives.example());
        String schema = new String(Archives.bookmark().get("schema.json"), StandardCharsets.UTF_8).replace("'", "");

        SimulationResults types =
                simulate(Map.of("bookmark.json", schema, "bookmark.fairlead.json", "{'apiVersion': '2026-11-01'}"));

        assertThat(refused(types.results().getFirst()).problem().code().text()).isEqualTo("TypeVersionExists");
    }
}
