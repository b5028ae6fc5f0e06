package fairlead.contract.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.node.ObjectNode;

/// A type's own tests, as an author has them.
class ContractTestsTest {

    private static final ResourceSchema SCHEMA = schema("""
        {
          "typeName": "Acme::Shop::Shelf",
          "description": "A shelf.",
          "properties": {"Name": {"type": "string", "pattern": "^[a-z]{3,12}$"}},
          "required": ["Name"],
          "createOnlyProperties": ["/properties/Name"],
          "primaryIdentifier": ["/properties/Name"],
          "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}},
          "additionalProperties": false
        }
        """);

    private static ResourceSchema schema(String json) {
        return ((Loaded.Valid) ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8))).schema();
    }

    /// Shelves, each with the token that it was made with.
    private static class Shelves implements ResourceHandler {

        final Map<ObjectNode, String> tokens = new ConcurrentHashMap<>();

        @Override
        public Progress create(Create request, Context context) {
            String token = tokens.computeIfAbsent(request.desired(), _ -> context.token());
            return token.equals(context.token())
                    ? Progress.done(request.desired())
                    : Progress.failed(ErrorCode.ALREADY_EXISTS, "There is such a shelf.");
        }

        @Override
        public Progress read(Read request, Context context) {
            return tokens.containsKey(request.identifier()) ? Progress.done(request.identifier()) : nothing();
        }

        @Override
        public Progress delete(Delete request, Context context) {
            return tokens.remove(request.identifier()) != null ? Progress.gone() : nothing();
        }

        private static Progress nothing() {
            return Progress.failed(ErrorCode.NOT_FOUND, "There is no such shelf.");
        }
    }

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        return ContractTests.of(Subject.of(SCHEMA, new Shelves()), Settings.DEFAULT);
    }

    private static DynamicTest test(String rule, ResourceHandler handler) {
        return ContractTests.of(Subject.of(SCHEMA, handler), Settings.DEFAULT)
                .filter(test -> test.getDisplayName().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aBrokenRuleFails() {
        DynamicTest test = test("delete.not-found", new Shelves() {
            @Override
            public Progress delete(Delete request, Context context) {
                super.delete(request, context);
                return Progress.gone();
            }
        });
        assertThatThrownBy(() -> test.getExecutable().execute())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("A delete of what never existed succeeds.")
                .hasMessageContaining("The contract: A `delete` handler MUST return FAILED");
    }

    @Test
    void aRuleThatWasNotExercisedIsAborted() {
        DynamicTest test = test("list.paginates", new Shelves());
        assertThatThrownBy(() -> test.getExecutable().execute())
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("the type has no list handler");
    }

    @Test
    void aHandlerThatCreatesNothingFails() {
        DynamicTest test = test("something can be created", new Shelves() {
            @Override
            public Progress create(Create request, Context context) {
                return Progress.failed(ErrorCode.ACCESS_DENIED, "Closed.");
            }
        });
        assertThat(test.getDisplayName()).isEqualTo("something can be created");
        assertThatThrownBy(() -> test.getExecutable().execute())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("AccessDenied: Closed.");
    }
}
