package fairlead.schema.drift;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Effect;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class DriftCheckTest {

    private static final String PROPERTIES = """
        'Id': {'type': 'string'}, 'Name': {'type': 'string'}, 'Size': {'type': 'number', 'default': 3},
        'Secret': {'type': 'string'}, 'State': {'type': 'string'}, 'Zone': {'type': 'string'},
        'Owner': {'type': 'object', 'properties': {'Mail': {'type': 'string'}, 'Prefix': {'type': 'string'}}},
        'Pages': {'type': 'array', 'items': {'type': 'string'}},
        'Ports': {'type': 'array', 'insertionOrder': false, 'items': {'type': 'number'}},
        'Rules': {'type': 'array', 'insertionOrder': false, 'items': {'type': 'object', 'properties': {
            'Name': {'type': 'string'}, 'Kind': {'type': 'string'}, 'Id': {'type': 'string'}}}}
        """;

    /// A type with one transform, `path = expression`, or none.
    private static ResourceSchema schema(String transform) {
        ObjectNode document = model("{'typeName':'Initech::TPS::Thing','description':'A thing.',"
                + "'additionalProperties':false,'properties':{" + PROPERTIES + "},"
                + "'primaryIdentifier':['/properties/Id'],"
                + "'readOnlyProperties':['/properties/Id','/properties/State','/properties/Rules/*/Id'],"
                + "'writeOnlyProperties':['/properties/Secret'],'createOnlyProperties':['/properties/Zone']}");
        if (!transform.isEmpty()) {
            List<String> parts = List.of(transform.split(" = ", 2));
            document.putObject("propertyTransform").put(parts.getFirst(), parts.getLast());
        }
        return switch (ResourceSchema.load(document)) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(invalid.findings());
        };
    }

    private static ObjectNode model(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static Drift drift(String transforms, String desired, String actual) {
        return DriftCheck.of(schema(transforms)).between(model(desired), model(actual));
    }

    @ParameterizedTest(name = "{0} but {1}: {2}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        {'Name':'a'};                {'Name':'a','Zone':'x','State':'s'}; ``
        {'Name':'a'};                {'Name':'b'};                        CHANGED /Name
        {'Name':'a'};                {};                                  MISSING /Name
        {'Name':null};               {};                                  ``
        {'Size':3};                  {};                                  ``
        {'Size':1.0};                {'Size':1};                          ``
        {};                          {'Size':4};                          ``
        {'Secret':'a'};              {};                                  ``
        {'State':'a'};               {'State':'b'};                       ``
        {'Owner':{'Mail':'a'}};      {'Owner':{'Mail':'b','Prefix':'p'}}; CHANGED /Owner/Mail
        {'Pages':['a','b']};         {'Pages':['a','c']};                 CHANGED /Pages/1
        {'Pages':['a']};             {'Pages':['a','c']};                 CHANGED /Pages
        {'Ports':[1,2]};             {'Ports':[2.0,1]};                   ``
        {'Ports':[1,2]};             {'Ports':[1,1]};                     CHANGED /Ports
        {'Rules':[{'Name':'a'},{'Name':'b'}]}; {'Rules':[{'Name':'b','Id':'1','Kind':'k'},{'Name':'a','Id':'2'}]}; ``
        {'Rules':[{'Name':'a'},{'Name':'a','Kind':'k'}]}; {'Rules':[{'Name':'a','Kind':'k'},{'Name':'a'}]}; ``
        {'Rules':[{'Name':'a'}]};    {'Rules':[{'Name':'c'}]};            CHANGED /Rules
        """)
    void findsWhatIsNotAsItWasAskedFor(String desired, String actual, String found) {
        assertThat(drift("", desired, actual).drifted().stream().map(one -> one.kind() + " " + one.pointer()))
                .containsExactlyElementsOf(found.isEmpty() ? List.of() : List.of(found));
    }

    @Test
    void saysWhatARepairDoes() {
        Drift drift = drift("", "{'Name':'a','Zone':'x'}", "{'Name':'b','Zone':'y'}");
        assertThat(drift.drifted())
                .extracting(Drifted::effect)
                .containsExactly(Effect.NO_INTERRUPTION, Effect.REPLACEMENT);
    }

    @Test
    void findsWhatWasAppliedOnceAndShouldBeGone() {
        Drift drift = DriftCheck.of(schema(""))
                .between(
                        model("{'Name':'a','Owner':{}}"),
                        model("{'Name':'a','Zone':'x','Size':1,'Owner':{'Mail':'m'}}"),
                        model("{'Name':'a','Zone':'x','Size':2,'Owner':{'Mail':'m'}}"));
        assertThat(drift.drifted().stream().map(one -> one.kind() + " " + one.pointer()))
                .containsExactly("LEFT_OVER /Zone", "LEFT_OVER /Owner/Mail");
    }

    @Nested
    class PropertyTransforms {

        @ParameterizedTest(name = "{0}: {2} of {1}")
        @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            /properties/Name = $lowercase(Name);                   {'Name':'AB'};  {'Name':'ab'}
            properties/Name = $lowercase(Name);                    {'Name':'AB'};  {'Name':'ab'}
            /properties/Name = $uppercase(Name) $OR $lowercase(Name); {'Name':'Ab'}; {'Name':'ab'}
            /properties/Name = $join([Name, "\\\\.?"]);               {'Name':'x'};   {'Name':'x.'}
            /properties/Name = Name & "[0-9]+";                    {'Name':'x'};   {'Name':'x12'}
            /properties/Owner/Mail = $join([Prefix, Mail]);        {'Owner':{'Prefix':'p','Mail':'m'}}; {'Owner':{'Prefix':'p','Mail':'pm'}}
            /properties/Owner/Mail = $lowercase(Owner.Mail);       {'Owner':{'Mail':'M'}}; {'Owner':{'Mail':'m'}}
            /properties/Owner = {"Mail": $lowercase(Owner.Mail)};  {'Owner':{'Mail':'M'}}; {'Owner':{'Mail':'m'}}
            /properties/Rules/*/Name = $lowercase(Name);           {'Rules':[{'Name':'A'},{'Name':'B'}]}; {'Rules':[{'Name':'b'},{'Name':'a'}]}
            /properties/Size = Size * 10;                          {'Size':2};     {'Size':20}
            /properties/Pages/* = $lowercase($);                   {'Pages':['A']}; {'Pages':['a']}
            /properties/Pages = $map(Pages, $lowercase);           {'Pages':['A','B']}; {'Pages':['a','b']}
            /properties/Name = $replace(Name, /a+/, "x");          {'Name':'baab'}; {'Name':'bxb'}
            /properties/Name = $replace(Name, /(a)(b)/, "$2$1$$"); {'Name':'ab'};  {'Name':'ba$'}
            /properties/Name = $match(Name, /[a-z]+/)[0].match;    {'Name':'12ab3'}; {'Name':'ab'}
            /properties/Name = $match(Name, /x(.)/)[1].groups[0];  {'Name':'xaxb'}; {'Name':'b'}
            /properties/Name = $split(Name, /,/)[1];               {'Name':'a,b'}; {'Name':'b'}
            /properties/Name = $split(Name, ",")[1];               {'Name':'a,b'}; {'Name':'b'}
            /properties/Name = $contains(Name, /b$/) ? "yes" : "no"; {'Name':'ab'}; {'Name':'yes'}
            /properties/Name = $pad(Name, -4, "0");                {'Name':'7'};   {'Name':'0007'}
            """)
        void explainWhatTheHandlerRewrites(String transform, String desired, String actual) {
            assertThat(drift(transform, desired, actual)).isEqualTo(new Drift(List.of(), List.of()));
        }

        @ParameterizedTest(name = "{0}: not {2} of {1}")
        @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            /properties/Name = $lowercase(Name);     {'Name':'AB'};           {'Name':'abc'}
            /properties/Name = $lowercase(Name);     {'Name':'AB'};           {}
            /properties/Name = Name & ".";           {'Name':'x'};            {'Name':'1x2'}
            /properties/Zone = $lowercase(Name);     {'Name':'AB'};           {'Name':'ab'}
            /properties/Name = $lowercase(Missing);  {'Name':'AB'};           {'Name':'ab'}
            /properties/Rules/*/Name = $lowercase(Name); {'Rules':[{'Name':'A'},{'Name':'B'}]}; {'Rules':[{'Name':'a'},{'Name':'a'}]}
            """)
        void explainNothingElse(String transform, String desired, String actual) {
            assertThat(drift(transform, desired, actual).drifted()).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"$lowercase(", "Name $OR )", ""})
        void thatCantBeReadAreToldAndIgnored(String expression) {
            Drift drift = drift("/properties/Name = " + expression, "{'Name':'a'}", "{'Name':'b'}");
            assertThat(drift.drifted()).hasSize(1);
            assertThat(drift.troubles()).extracting(UnusableTransform::key).contains("/properties/Name");
        }

        @ParameterizedTest
        @Timeout(30)
        @ValueSource(
                strings = {
                    "($f := function(){$f()}; $f())",
                    "($f := function($n){1 + $f($n)}; $f(1))",
                    "($f := function($s){$f($s & $s)}; $f(Name))",
                    "($f := function($s){$f([$s, $s])}; $f(Name))",
                    "($f := function($n){$n = 0 ? Name : [[$f($n - 1)], [$f($n - 1)]]}; $f(40))",
                    "[1..10000000]",
                    "$distinct([1..10000000])",
                    "[1..5000].([1..5000])",
                    "$pad(Name, 2000000000)",
                    "$replace($pad(Name, 900000), \"x\", $pad(\"\", 900000))",
                    "$join([1..5000].$string($), $pad(\"\", 900000))",
                    "$match($pad(\"\", 5000, \"a\") & \"b\", /(a*)(a*)(a*)(a*)c$/)",
                    "$replace($pad(\"\", 5000, \"a\") & \"b\", /(a|aa)+$/, \"\")",
                    "$contains($pad(\"\", 5000, \"a\") & \"b\", /(a*)(a*)(a*)(a*)c$/)",
                    "$split($pad(\"\", 5000, \"a\") & \"b\", /(a*)(a*)(a*)(a*)c$/)",
                    "$pad(\"\", 5000, \"a\") & \"b\" ~> /(a*)(a*)(a*)(a*)c$/",
                    "$filter([$pad(\"\", 5000, \"a\") & \"b\"], /(a*)(a*)(a*)(a*)c$/)",
                    "$map([1..3], function($i){$match($pad(\"\", 5000, \"a\") & \"b\", /(a*)(a*)(a*)(a*)c$/)})"
                })
        void thatDoNotEndAreEnded(String expression) {
            Drift drift = drift("/properties/Name = " + expression, "{'Name':'x'}", "{'Name':'y'}");
            assertThat(drift.drifted()).hasSize(1);
            assertThat(drift.troubles())
                    .hasSize(1)
                    .first()
                    .extracting(UnusableTransform::message)
                    .asString()
                    .startsWith("expected");
        }

        @Test
        @Timeout(30)
        void thatMakeACatastrophicExpressionAreEnded() {
            Drift drift = drift(
                    "/properties/Name = \"(a*)(a*)(a*)(a*)c\"", "{'Name':'x'}", "{'Name':'" + "a".repeat(5000) + "'}");
            assertThat(drift.drifted()).hasSize(1);
            assertThat(drift.troubles()).hasSize(1);
        }

        @Test
        void runNoOtherExpressions() {
            assertThat(drift("/properties/Name = $eval(\"1\")", "{'Name':'x'}", "{'Name':'1'}")
                            .drifted())
                    .hasSize(1);
        }
    }
}
