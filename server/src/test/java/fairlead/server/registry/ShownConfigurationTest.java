package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ShownConfigurationTest {

    private static final String SCHEMA = """
        {'definitions': {'Login': {'properties': {'Hidden': {'type': 'string', 'writeOnly': true}}}},
         'typeConfiguration': {
           'properties': {
             'Code': {'type': 'string', 'format': 'password'},
             'Login': {'$ref': '#/definitions/Login'},
             'Logins': {'type': 'array', 'items': {'$ref': '#/definitions/Login'}},
             'Deep': {'properties': {'One': {'type': 'string'}}}},
           'writeOnlyProperties': ['/properties/Deep/One', '/typeConfiguration/properties/Two']}}
        """;

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '!',
            value = {
                "{'Code': 'x', 'Url': 'u'}; {'Url': 'u'}",
                "{'Login': {'Hidden': 'x', 'Name': 'n'}}; {'Login': {'Name': 'n'}}",
                "{'Logins': [{'Hidden': 'x', 'Name': 'n'}]}; {'Logins': [{'Name': 'n'}]}",
                "{'Deep': {'One': 'x', 'More': 1}}; {'Deep': {'More': 1}}",
                "{'Two': 'x'}; {}",
                "{'Password': 'x', 'Token': 'x', 'ApiKey': 'x', 'client_secret': 'x', 'AccessKey': 'x'}; {}",
                "{'Secrets': {'One': 'x'}, 'Tokens': ['x']}; {}",
                "{'Credentials': {'User': 'u', 'Password': 'x'}}; {'Credentials': {'User': 'u'}}",
                "{'KeyName': 'k', 'UseToken': true}; {'KeyName': 'k', 'UseToken': true}",
            })
    void leavesSecretsOut(String values, String shown) {
        assertThat(ShownConfiguration.of(json(SCHEMA), (ObjectNode) json(values)))
                .isEqualTo(json(shown));
    }
}
