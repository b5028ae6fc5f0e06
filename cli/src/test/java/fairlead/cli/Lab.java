package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;

import fairlead.cli.ScriptedServer.Reply;

/// The types and addresses that tests speak of.
public final class Lab {

    public static final String GROUP = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default";
    public static final String VERSION = "?api-version=2026-01-01";
    public static final String THINGS = GROUP + "/providers/Fairlead.Lab/things";
    public static final String A = THINGS + "/a" + VERSION;
    public static final String OPERATION =
            "/subscriptions/00000000-0000-0000-0000-000000000000/operationStatuses/op1?api-version=2021-04-01";

    static final String TYPES = """
        {"value":[
          {"typeName":"Fairlead::Lab::Thing","armType":"Fairlead.Lab/things","defaultVersion":"00000002",
           "versions":[{"version":"00000001","apiVersion":"2025-01-01","digest":"d1"},
                       {"version":"00000002","apiVersion":"2026-01-01","digest":"d2"}],
           "source":"shipped","handlers":["create","read","update","delete","list"],"resources":3},
          {"typeName":"Fairlead::Pki::Certificate","armType":"Fairlead.Pki/authorities/certificates",
           "defaultVersion":"00000001",
           "versions":[{"version":"00000001","apiVersion":"2026-01-01","digest":"d3",
                        "tested":true,"tests":{"at":"2026-11-01T11:00:00Z","passed":80,"skipped":4}}],
           "parent":"Fairlead::Pki::Authority","source":"registered","handlers":["create","read","delete"],
           "resources":0},
          {"typeName":"Other::Lab::Thing","armType":"Other.Lab/things","defaultVersion":"00000001",
           "versions":[{"version":"00000001","apiVersion":"2026-01-01","digest":"d4","tested":false}],
           "source":"registered","handlers":["create","read","delete"],"resources":1}]}\
        """;

    static final String THING_TYPE = """
        {"typeName":"Fairlead::Lab::Thing","armType":"Fairlead.Lab/things","defaultVersion":"00000002",
         "versions":[{"version":"00000002","apiVersion":"2026-01-01","digest":"d2"}],
         "source":"shipped","handlers":["create","read"],"resources":3,
         "schema":{"typeName":"Fairlead::Lab::Thing","description":"A thing to try.",
           "definitions":{"Disk":{"type":"object","required":["Size"],
             "properties":{"Size":{"type":"integer"},"Label":{"type":"string","description":"On the front."}}}},
           "properties":{"Name":{"type":"string"},"Size":{"type":"integer","description":"How big."},
             "Release":{"type":"string"},"Secret":{"type":"string"},"Arn":{"type":"string"},
             "Kind":{"type":"string","enum":["small","large"]},
             "Disks":{"type":"array","items":{"$ref":"#/definitions/Disk"}}},
           "required":["Size"],"primaryIdentifier":["/properties/Name"],"createOnlyProperties":["/properties/Name"],
           "readOnlyProperties":["/properties/Arn"],
           "writeOnlyProperties":["/properties/Secret","/properties/Disks/*/Label"]}}\
        """;

    /// Thing `a`, in that state.
    public static String thing(String state) {
        return """
            {"id":"%s/a","name":"a","type":"Fairlead.Lab/things","location":"local","tags":{"env":"dev"},\
            "systemData":{"createdAt":"2026-11-01T11:57:00Z","createdBy":"ann"},\
            "properties":{"Size":3,"Ratio":1.50,"provisioningState":"%s"}}\
            """.formatted(THINGS, state);
    }

    public static Reply operation(String status, String more) {
        return reply(200, "{\"id\":\"x\",\"name\":\"op1\",\"status\":\"" + status + "\"" + more + "}");
    }

    /// An answer that is not the end: the operation is at [#OPERATION].
    public static Reply accepted(int status, String body) {
        return reply(status, body)
                .with("Azure-AsyncOperation", "$URL" + OPERATION)
                .with("Retry-After", "10");
    }

    /// A server that knows the types.
    public static ScriptedServer server() throws java.io.IOException {
        return new ScriptedServer()
                .on("GET /fairlead/types", reply(200, TYPES))
                .on("GET /fairlead/types/Fairlead%3A%3ALab%3A%3AThing", reply(200, THING_TYPE));
    }

    private Lab() {}
}
