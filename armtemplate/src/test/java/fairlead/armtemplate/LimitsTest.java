package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Templates that would grow without end are refused soon.
@Timeout(60)
class LimitsTest {

    private static void refused(String sections, String message) {
        assertThatThrownBy(() -> Templates.compile(Templates.template(sections)))
                .isInstanceOf(InvalidTemplateException.class)
                .hasMessageContaining(message);
    }

    private static String output(String expression) {
        return "'resources': [], 'outputs': {'o': {'type': 'array', 'value': \"" + expression + "\"}}";
    }

    private static String variables(int count, String form) {
        StringJoiner variables = new StringJoiner(",", "{'v0': ['x', 'y'],", "}");
        for (int i = 1; i < count; i++) {
            variables.add("'v" + i + "': \"" + form.replace("$", "variables('v" + (i - 1) + "')") + "\"");
        }
        return "'variables': " + variables + ", " + output("[variables('v" + (count - 1) + "')]");
    }

    @Test
    void aValueThatDoublesItselfIsRefused() {
        refused(variables(60, "[createArray($, $)]"), "evaluates to a value larger than the limit");
        refused(variables(60, "[concat($, $)]"), "evaluates to a value larger than the limit");
    }

    @Test
    void aLongChainOfVariablesIsEvaluated() {
        assertThat(Templates.compile(Templates.template(variables(120, "[concat($)]"))))
                .isNotNull();
        refused(variables(512, "[concat(concat(concat(concat($))))]"), "refer to each other in more than '256' levels");
    }

    @Test
    void aValueThatIsNestedTooDeepIsRefused() {
        refused(
                output("[reduce(range(0, 5000), createArray(), lambda('c', 'n', createArray(lambdaVariables('c'))))]"),
                "evaluates to a value larger than the limit");
    }

    @Test
    void loopsInLoopsInLoopsAreRefused() {
        String inner = "range(0, 10000)";
        for (int i = 0; i < 5; i++) {
            inner = "map(range(0, 10000), lambda('x" + i + "', length(" + inner + ")))";
        }
        refused(output("[" + inner + "]"), "take more evaluation than the limit allows");
    }

    @Test
    void aFunctionThatCallsItselfIsRefused() {
        refused("""
            'functions': [{'namespace': 'n', 'members': {'f': {'parameters': [],
              'output': {'type': 'int', 'value': '[n.f()]'}}}}],
            """ + output("[createArray(n.f())]"), "refer to each other in more than '256' levels");
    }

    @Test
    void theDeepestTemplateNeedsASmallStack() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        Runnable compile =
                () -> Templates.compile(Templates.template(variables(512, "[concat(concat(concat(concat($))))]")));
        Thread small = new Thread(null, compile, "small", 512 * 1024);
        small.setUncaughtExceptionHandler((_, e) -> thrown.add(e));
        small.start();
        small.join();
        assertThat(thrown).singleElement().isInstanceOf(InvalidTemplateException.class);
    }

    @Test
    void tooManyResourcesAreRefusedOnce() {
        String sites =
                "{'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': \"[concat('%s', copyIndex())]\","
                        + " 'copy': {'name': '%s', 'count': 800}}";
        assertThatThrownBy(() -> Templates.compile(Templates.template(
                        "'resources': [" + sites.formatted("a", "a") + "," + sites.formatted("b", "b") + "]")))
                .isInstanceOfSatisfying(
                        InvalidTemplateException.class,
                        e -> assertThat(e.faults()).hasSize(1));
        refused(
                "'resources': [" + sites.formatted("a", "a").replace("800", "801") + "]",
                "must be between '0' and '800'");
    }

    @Test
    void copiesInCopiesAreRefused() {
        String input = "'x'";
        for (int i = 0; i < 4; i++) {
            input = "{'copy': [{'name': 'c" + i + "', 'count': 800, 'input': " + input + "}]}";
        }
        refused(
                "'variables': {'bomb': " + input + "}, " + output("[createArray(variables('bomb'))]"),
                "take more evaluation than the limit allows");
        refused(
                "'resources': [{'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 'a', 'properties': "
                        + input + "}]",
                "");
    }

    @Test
    void aTextThatIsNestedTooDeepIsRefused() {
        assertThatThrownBy(() -> Template.parse("[".repeat(100_000)))
                .hasMessageContaining("expected at most 200 levels, found more");
        refused(output("[" + "concat(".repeat(100) + ")".repeat(100) + "]"), "it is nested deeper than '64' levels");
        refused(output("[createArray('" + "x".repeat(25_000) + "')]"), "The limit is '24576'");
    }

    @Test
    void deploymentsNestedTooDeepAreRefused() {
        String template = Templates.template("'resources': []");
        for (int i = 0; i < 7; i++) {
            template = Templates.template(
                    "'resources': [{'type': 'Microsoft.Resources/deployments', 'apiVersion': '2025-04-01', 'name':"
                            + " 'd', 'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope':"
                            + " 'inner'}, 'template': "
                            + template + "}}]");
        }
        String deep = template;
        assertThatThrownBy(() -> Templates.compile(deep)).hasMessageContaining("the limit of '5' levels");
    }

    @Test
    void aLargeTemplateCompilesSoon() {
        String resources = IntStream.range(0, 500)
                .mapToObj(i -> "{'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 's" + i
                        + "', 'properties': {'a': \"[reference('s" + Math.max(0, i - 1)
                        + "').X]\", 'b': \"[concat(reference('s"
                        + i / 2 + "').Y, uniqueString(resourceGroup().id))]\"}}")
                .skip(1)
                .collect(Collectors.joining(
                        ",",
                        "'resources': [{'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 's0'},",
                        "]"));
        Template template = Template.parse(Templates.template(resources));
        long start = System.nanoTime();
        Compiled compiled = template.compile(Templates.inputs());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(compiled.document().nodes()).hasSize(500);
        assertThat(Objects.requireNonNull(
                                compiled.document().nodes().get(Templates.GROUP + "/providers/Example.Web/sites/s9"))
                        .needs())
                .isEqualTo(Set.copyOf(List.of(
                        Templates.GROUP + "/providers/Example.Web/sites/s8",
                        Templates.GROUP + "/providers/Example.Web/sites/s4")));
    }
}
