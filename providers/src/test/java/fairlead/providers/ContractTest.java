package fairlead.providers;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.input.InputSet;
import fairlead.contract.input.Inputs;
import fairlead.contract.report.TextReport;
import fairlead.contract.result.Report;
import fairlead.contract.suite.Suite;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.LabTypes;
import fairlead.providers.tls.TlsTypes;
import fairlead.schema.ResourceSchema;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The shipped types keep the contract.
public class ContractTest {

    /// A key that was made for these tests and protects nothing.
    private static final String KEY =
            "-----BEGIN PRIVATE KEY-----\\nMC4CAQAwBQYDK2VwBCIEIAZTDXWsUyNzNdX+EAy4nSfUbKHjkkgzuUDyl9JWspai\\n"
                    + "-----END PRIVATE KEY-----\\n";

    @TempDir
    Path folder;

    @Test
    void aThingKeepsIt() {
        ResourceType type = LabTypes.all(new FileLedger(folder)).getFirst();
        passes(
                type,
                none(),
                set(
                        "{'Text': 'a', 'Number': 1.5, 'Labels': ['b', 'a'], 'Secret': 's', 'Flavor': 'Sweet',"
                                + " 'Settings': {'Mode': 'Loud', 'Limits': {'Lowest': 1}}, 'CreateSteps': 2}",
                        "{'Text': 'b', 'Labels': ['c'], 'Secret': 't', 'Flavor': 'Sweet', 'UpdateSteps': 2,"
                                + " 'DeleteSteps': 2}"),
                set("{'Text': 'quick'}", "{'Number': 3, 'Settings': {'Enabled': true}}"));
    }

    @Test
    void aDirectoryKeepsIt() {
        ResourceType type = FilesTypes.all(folder).getFirst();
        kept(Subject.of(Conforming.schema(type), type.handler().get()));
    }

    @Test
    void aFileKeepsIt() {
        List<ResourceType> types = FilesTypes.all(folder);
        make(types.getFirst(), "{'Name': 'docs'}");
        ResourceSchema schema = Conforming.schema(types.getLast());
        Inputs inputs = Inputs.generated(schema, json("{'CREATE': {'/DirectoryName': 'docs', '/Mode': '0640'}}"));
        kept(Subject.of(schema, types.getLast().handler().get()).with(inputs));
    }

    @Test
    void anAuthorityKeepsIt() {
        ResourceType type = TlsTypes.all(folder.resolve("keys")).getFirst();
        passes(
                type,
                none(),
                set(
                        "{'Name': 'root', 'Subject': {'CommonName': 'Root'}, 'ValidityDays': 3650, 'CrlValidityDays':"
                                + " 3}",
                        "{'Name': 'root', 'Subject': {'CommonName': 'Root'}, 'CrlUrl': 'http://crl.test/a'}"),
                set(
                        "{'Name': 'other', 'Subject': {'CommonName': 'Other'}, 'KeyAlgorithm': 'EC_P384'}",
                        "{'Name': 'other', 'Subject': {'CommonName': 'Other'}, 'KeyAlgorithm': 'EC_P384',"
                                + " 'Renewal': 1}"));
    }

    @Test
    void aCertificateKeepsIt() {
        List<ResourceType> types = TlsTypes.all(folder.resolve("keys"));
        make(types.getFirst(), "{'Name': 'root', 'Subject': {'CommonName': 'Root'}}");
        String first = "{'AuthorityName': 'root', 'Name': 'one', 'PrivateKey': '" + KEY + "',";
        String second = "{'AuthorityName': 'root', 'Name': 'two', 'PrivateKey': '" + KEY + "',";
        passes(
                types.getLast(),
                none(),
                set(
                        first + "'SubjectAlternativeNames': ['dns:a.test', 'dns:b.test'], 'ValidityDays': 30}",
                        first + "'SubjectAlternativeNames': ['dns:c.test'], 'ValidityDays': 20, 'Renewal': 1}"),
                set(
                        second + "'SubjectAlternativeNames': ['dns:d.test']}",
                        second + "'SubjectAlternativeNames': ['dns:d.test'], 'RevokeOnRenewal': true}"));
    }

    /// Each with what it is made with and what it is changed to.
    public static void passes(ResourceType type, ObjectNode configuration, ObjectNode[]... sets) {
        ResourceSchema schema = Conforming.schema(type);
        List<InputSet> inputs = new java.util.ArrayList<>();
        for (ObjectNode[] set : sets) {
            inputs.add(new InputSet("inputs_" + (inputs.size() + 1), set[0], Optional.of(set[1]), Optional.empty()));
        }
        kept(Subject.of(schema, type.handler().get()).configured(configuration).with(Inputs.given(schema, inputs)));
    }

    public static ObjectNode[] set(String create, String update) {
        return new ObjectNode[] {json(create), json(update)};
    }

    private static void kept(Subject subject) {
        Report report = new Suite(subject, Settings.DEFAULT).run();
        assertThat(report.verdict()).as(new TextReport(false).render(report)).isEqualTo(Report.Verdict.PASSED);
    }

    private static void make(ResourceType type, String desired) {
        ResourceHandler handler = type.handler().get();
        Clock clock = Clock.systemUTC();
        String name = type.schema().path("typeName").asString();
        Context context = Context.builder(name, "made", clock.instant().plusSeconds(60), clock)
                .in("123456789012", "local")
                .name("made")
                .build();
        assertThat(handler.create(Create.of(json(desired)), context)).isInstanceOf(Progress.Done.class);
    }

    private static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// JSON with single quotes.
    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }
}
