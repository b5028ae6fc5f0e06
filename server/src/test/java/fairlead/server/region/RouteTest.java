package fairlead.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which cells a request concerns, by its method and address.
class RouteTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
        GET    | /                                                                  | Anywhere
        GET    | /metadata/endpoints                                                | Anywhere
        GET    | /openapi.json                                                      | Anywhere
        GET    | /fairlead/types                                                    | Anywhere
        POST   | /fairlead/types                                                    | Everywhere
        PUT    | /fairlead/types/A::B::C/configuration                              | Everywhere
        POST   | /fairlead/imports                                                  | Imported
        GET    | /fairlead/imports/i                                                | SomeOperation
        GET    | /fairlead/watch                                                    | Watched
        GET    | /fairlead/audit                                                    | Audited
        GET    | /fairlead/resources                                                | Identified
        GET    | /fairlead/graph                                                    | Graphed
        GET    | /fairlead/webhooks                                                 | Anywhere
        PUT    | /fairlead/webhooks/w                                               | Everywhere
        POST   | /fairlead/cell/claims                                              | Nowhere
        GET    | /providers/A.B/operations                                          | Anywhere
        GET    | /subscriptions                                                     | Subscriptions
        GET    | /subscriptions/s                                                   | AtHome
        PUT    | /subscriptions/s                                                   | Throughout
        GET    | /subscriptions/s/locations                                         | Anywhere
        GET    | /subscriptions/s/resources                                         | Listed
        GET    | /subscriptions/s/resourcegroups                                    | Listed
        GET    | /subscriptions/s/operationStatuses                                 | Listed
        GET    | /subscriptions/s/operationStatuses/o                               | SomeOperation
        POST   | /subscriptions/s/operationStatuses/o/cancel                        | SomeOperation
        GET    | /subscriptions/s/providers                                         | Anywhere
        GET    | /subscriptions/s/providers/A.B                                     | Anywhere
        POST   | /subscriptions/s/providers/A.B/register                            | Anywhere
        GET    | /subscriptions/s/providers/A.B/things                              | Listed
        POST   | /subscriptions/s/providers/A.B/checkNameAvailability               | NameCheck
        POST   | /subscriptions/s/providers/A.B/locations/l/checkNameAvailability   | InLocation
        GET    | /subscriptions/s/providers/A.B/locations/l/operationResults/o      | SomeOperation
        GET    | /subscriptions/s/providers/Microsoft.Authorization/locks           | Listed
        PUT    | /subscriptions/s/providers/Microsoft.Authorization/locks/l         | Throughout
        GET    | /subscriptions/s/providers/Microsoft.Resources/tags/default        | AtHome
        PUT    | /subscriptions/s/resourceGroups/g                                  | Named
        GET    | /subscriptions/s/resourceGroups/g/resources                        | Listed
        POST   | /subscriptions/s/resourceGroups/g/moveResources                    | Moved
        POST   | /subscriptions/s/resourceGroups/g/exportTemplate                   | Exported
        PUT    | /subscriptions/s/resourceGroups/g/providers/Microsoft.Authorization/locks/l   | Throughout
        PATCH  | /subscriptions/s/resourceGroups/g/providers/Microsoft.Resources/tags/default  | AtHome
        GET    | /subscriptions/s/resourceGroups/g/providers/A.B/things             | Listed
        PUT    | /subscriptions/s/resourceGroups/g/providers/A.B//things/n          | Named
        GET    | /subscriptions/s/resourceGroups/g/providers/A.B/things/n/parts     | Named
        PUT    | /subscriptions/s/resourceGroups/g/providers/A.B/things/n/parts/p   | Named
        POST   | /subscriptions/s/resourceGroups/g/providers/A.B/things/n/restart   | Named
        PUT    | /subscriptions/s/resourceGroups/g/providers/A.B/things/n/providers/Microsoft.Authorization/locks/l | Named
        """, delimiter = '|')
    void followsFromMethodAndAddress(String method, String path, String expected) {
        assertThat(route(method, path).getClass().getSimpleName()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"a/n, true", "a/n/parts, false", "a/n/parts/p, false", "a/n/restart, false"})
    void isOfTheTopLevelResource(String rest, boolean exact) {
        String group = "/subscriptions/S/resourceGroups/G/providers/A.B/";
        Route.Named named = (Route.Named) route("GET", group + rest);
        assertThat(named.name().key()).isEqualTo((group + "a/n").toLowerCase(Locale.ROOT));
        assertThat(named.exact()).isEqualTo(exact);
    }

    private static Route route(String method, String path) {
        List<String> parts =
                Stream.of(path.split("/")).filter(part -> !part.isEmpty()).toList();
        return Route.of(method, parts);
    }
}
