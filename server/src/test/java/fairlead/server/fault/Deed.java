package fairlead.server.fault;

import fairlead.server.fault.FaultedServer.Answer;
import fairlead.server.operation.OperationKind;
import fairlead.server.type.Archives;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is asked of the server while its storage fails: a way to begin an operation of each kind. Each has a state that
/// is one thing before it, and another after it.
enum Deed {
    CREATE(OperationKind.CREATE, "none", "after") {
        @Override
        Answer ask(Place at) {
            return at.put(at.thing("default"), "{\"Text\":\"after\"}");
        }
    },
    CREATE_IN_STEPS(OperationKind.CREATE, "none", "after") {
        @Override
        Answer ask(Place at) {
            return at.put(at.thing("default"), "{\"Text\":\"after\",\"CreateSteps\":2,\"StepDelaySeconds\":0.01}");
        }
    },
    UPDATE(OperationKind.UPDATE, "before", "after") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.put(at.thing("default"), "{\"Text\":\"before\"}"));
        }

        @Override
        Answer ask(Place at) {
            return at.put(at.thing("default"), "{\"Text\":\"after\"}");
        }
    },
    REPLACE(OperationKind.UPDATE, "before", "after") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.put(at.thing("default"), "{\"Text\":\"before\",\"Flavor\":\"Plain\"}"));
        }

        @Override
        Answer ask(Place at) {
            return at.put(at.thing("default") + "&replace=true", "{\"Text\":\"after\",\"Flavor\":\"Sweet\"}");
        }
    },
    DELETE(OperationKind.DELETE, "before", "none") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.put(at.thing("default"), "{\"Text\":\"before\"}"));
        }

        @Override
        Answer ask(Place at) {
            return at.server.json("DELETE", at.thing("default"), "");
        }
    },
    ACTION(OperationKind.ACTION, "0", "1") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.put(at.rack(""), "{}"));
        }

        @Override
        Answer ask(Place at) {
            return at.server.json("POST", at.rack("/restart"), "{\"Steps\":1}");
        }

        @Override
        String state(Place at) {
            Answer answer = at.server.get(at.rack(""));
            return answer.status() == 200
                    ? at.tree(answer).at("/properties/Restarts").asString("0")
                    : at.unknown(answer);
        }
    },
    DELETE_GROUP(OperationKind.DELETE_GROUP, "Succeeded", "none") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.server.json("PUT", at.group(""), "{\"location\":\"local\"}"));
            at.require(() -> at.put(at.thing(at.name), "{\"Text\":\"before\"}"));
        }

        @Override
        Answer ask(Place at) {
            return at.server.json("DELETE", at.group(""), "");
        }

        @Override
        String state(Place at) {
            Answer answer = at.server.get(at.group(""));
            return answer.status() == 200
                    ? at.tree(answer).at("/properties/provisioningState").asString("")
                    : at.unknown(answer);
        }
    },
    MOVE(OperationKind.MOVE, "before none", "none before") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.server.json("PUT", at.group("-1"), "{\"location\":\"local\"}"));
            at.require(() -> at.server.json("PUT", at.group("-2"), "{\"location\":\"local\"}"));
            at.require(() -> at.put(at.thing(at.name + "-1"), "{\"Text\":\"before\"}"));
        }

        @Override
        Answer ask(Place at) {
            String target = at.group("-2").replaceFirst("\\?.*", "");
            String thing = at.thing(at.name + "-1").replaceFirst("\\?.*", "");
            return at.server.json(
                    "POST",
                    at.group("-1").replace("?", "/moveResources?"),
                    "{\"targetResourceGroup\":\"" + target + "\",\"resources\":[\"" + thing + "\"]}");
        }

        @Override
        String state(Place at) {
            return at.text(at.thing(at.name + "-1")) + " " + at.text(at.thing(at.name + "-2"));
        }
    },
    IMPORT(OperationKind.IMPORT, "none", "there") {
        @Override
        void prepare(Place at) {
            String root = "{\"Root\":\"" + at.outside + "\"}";
            at.require(() -> at.server.json("PUT", "/fairlead/types/Fairlead::Files::Directory/configuration", root));
            try {
                Files.createDirectories(at.outside.resolve(at.name));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        Answer ask(Place at) {
            return at.server.json(
                    "POST",
                    "/fairlead/imports",
                    "{\"type\":\"Fairlead::Files::Directory\",\"subscription\":\"" + Place.SUBSCRIPTION
                            + "\",\"group\":\"default\",\"location\":\"local\",\"things\":[{\"identifier\":\"" + at.name
                            + "\"}]}");
        }

        @Override
        String state(Place at) {
            String directory = at.resource("default", "Fairlead.Files/directories", "");
            Answer answer = at.server.get(directory);
            return answer.status() == 200 ? "there" : at.unknown(answer);
        }
    },
    REGISTER_TYPE(OperationKind.REGISTER_TYPE, "none", "NOT_TESTED") {
        @Override
        void prepare(Place at) {
            at.require(() -> at.aws("s3", "PUT", "/packages/" + at.name + ".zip", at.type()));
        }

        @Override
        Answer ask(Place at) {
            return at.call("RegisterType&TypeName=" + at.typeName() + "&SchemaHandlerPackage=s3://packages/" + at.name
                    + ".zip");
        }

        @Override
        String state(Place at) {
            return at.tests();
        }
    },
    TEST_TYPE(OperationKind.TEST_TYPE, "NOT_TESTED", "PASSED") {
        @Override
        void prepare(Place at) {
            REGISTER_TYPE.prepare(at);
            at.require(() -> REGISTER_TYPE.ask(at));
            at.await(REGISTER_TYPE.after());
        }

        @Override
        Answer ask(Place at) {
            return at.call("TestType&Type=RESOURCE&TypeName=" + at.typeName());
        }

        @Override
        String state(Place at) {
            return at.tests();
        }
    };

    private static final String BUSY = "busy";

    private final OperationKind kind;
    private final String before;
    private final String after;

    Deed(OperationKind kind, String before, String after) {
        this.kind = kind;
        this.before = before;
        this.after = after;
    }

    OperationKind kind() {
        return kind;
    }

    String before() {
        return before;
    }

    String after() {
        return after;
    }

    void prepare(Place at) {}

    abstract Answer ask(Place at);

    /// The state, which is none of a deed that is under way ([#BUSY]) or can't be read.
    String state(Place at) {
        return at.text(at.thing("default"));
    }

    /// Where a deed is done.
    ///
    /// @param name of what it is done to, which nothing else has
    /// @param outside a folder for what is imported
    record Place(FaultedServer server, Deed deed, String name, Path outside) {

        static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

        private static final String VERSION = "?api-version=2026-11-01";
        private static final Pattern TESTS = Pattern.compile("<TypeTestsStatus>(\\w+)</TypeTestsStatus>");
        private static final int MOST_TRIES = 20;
        private static final Duration PATIENCE = Duration.ofSeconds(45);

        /// The same on another server.
        Place on(FaultedServer another) {
            return new Place(another, deed, name, outside);
        }

        String resource(String group, String type, String more) {
            return "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + group + "/providers/" + type + "/" + name
                    + more + VERSION;
        }

        String thing(String group) {
            return resource(group, "Fairlead.Lab/things", "");
        }

        String rack(String more) {
            return resource("default", "Fairlead.Lab/racks", more);
        }

        String group(String more) {
            return "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + name + more + VERSION;
        }

        Answer put(String path, String properties) {
            return server.json("PUT", path, "{\"location\":\"local\",\"properties\":" + properties + "}");
        }

        /// Repeated while the server still recovers from the last fault.
        void require(Supplier<Answer> request) {
            Answer answer = request.get();
            for (long end = System.nanoTime() + PATIENCE.toNanos();
                    answer.status() >= 503 && System.nanoTime() < end; ) {
                pause();
                answer = request.get();
            }
            if (!answer.isDone()) {
                throw new IllegalStateException("a healthy server refuses what " + deed + " needs: " + answer);
            }
        }

        JsonNode tree(Answer answer) {
            return JsonMapper.shared().readTree(answer.body());
        }

        String unknown(Answer answer) {
            return answer.status() == 404 ? "none" : "not to be read: " + answer;
        }

        String text(String path) {
            Answer answer = server.get(path);
            if (answer.status() != 200) {
                return unknown(answer);
            }
            JsonNode properties = tree(answer).path("properties");
            String state = properties.path("provisioningState").asString("");
            return switch (state) {
                case "Succeeded" -> properties.path("Text").asString("");
                case "Failed", "Canceled" -> state;
                default -> BUSY;
            };
        }

        String typeName() {
            return "Example::Fault::" + name.replace("-", "");
        }

        byte[] type() {
            String schema = """
                {"typeName": "%s", "description": "A note.", "additionalProperties": false,
                 "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}},
                 "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
                 "createOnlyProperties": ["/properties/Name"],
                 "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
                """.formatted(typeName());
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put("schema.json", schema.getBytes(StandardCharsets.UTF_8));
            files.put(".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8));
            return Archives.zip(files);
        }

        Answer aws(String service, String method, String path, byte[] body) {
            return server.send(
                    method,
                    path,
                    body,
                    "Content-Type",
                    "application/x-www-form-urlencoded; charset=utf-8",
                    "X-Amz-Date",
                    "20261121T120000Z",
                    "Authorization",
                    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu-west-1/" + service
                            + "/aws4_request, SignedHeaders=host;x-amz-date, Signature=" + "0".repeat(64));
        }

        Answer call(String action) {
            byte[] form = ("Version=2010-05-15&Action=" + action).getBytes(StandardCharsets.UTF_8);
            return aws("cloudformation", "POST", "/", form);
        }

        String tests() {
            Answer answer = call("DescribeType&Type=RESOURCE&TypeName=" + typeName());
            Matcher found = TESTS.matcher(answer.body());
            if (answer.status() == 200 && found.find()) {
                return found.group(1).equals("IN_PROGRESS") ? BUSY : found.group(1);
            }
            return answer.body().contains("TypeNotFoundException") ? "none" : unknown(answer);
        }

        /// The state once no operation is under way; whatever it is after a while.
        String settled() {
            String state = "";
            for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
                state = deed.state(this);
                if (!state.contains(BUSY) && !state.contains("not to be read") && !isBusy()) {
                    return deed.state(this);
                }
                pause();
            }
            return state;
        }

        /// Waits until the state is the given one.
        void await(String expected) {
            String state = "";
            for (int i = 0; i < MOST_TRIES && !state.equals(expected); i++) {
                state = settled();
            }
            if (!state.equals(expected)) {
                throw new IllegalStateException("expected " + expected + " of " + name + ", found " + state);
            }
        }

        private boolean isBusy() {
            Answer operations =
                    server.get("/subscriptions/" + SUBSCRIPTION + "/operationStatuses" + VERSION + "&$top=20");
            return operations.status() != 200
                    || (deed == REGISTER_TYPE && isRegistering())
                    || operations.body().contains("\"status\":\"Accepted\"")
                    || operations.body().contains("\"status\":\"Running\"")
                    || operations.body().contains("\"status\":\"Canceling\"");
        }

        /// A registration is an operation on no resource, and so in no list of a subscription.
        private boolean isRegistering() {
            Answer registrations = call("ListTypeRegistrations&Type=RESOURCE&TypeName=" + typeName());
            return registrations.status() >= 500 || registrations.body().contains("<member>");
        }

        /// A server at work has the processor meanwhile.
        private static void pause() {
            try {
                Thread.sleep(10);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
