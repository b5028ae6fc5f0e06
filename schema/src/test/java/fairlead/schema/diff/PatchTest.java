package fairlead.schema.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class PatchTest {

    private static JsonNode apply(String document, String patch) {
        return Patch.read(Reports.json(patch)).applyTo(Reports.json(document));
    }

    @ParameterizedTest(name = "{1} makes {2} of {0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        {};            [];                                                            {}
        {'a':1};       [{'op':'add','path':'/b','value':2}];                          {'a':1,'b':2}
        {'a':1};       [{'op':'add','path':'/a','value':2}];                          {'a':2}
        {'a':[1,3]};   [{'op':'add','path':'/a/1','value':2}];                        {'a':[1,2,3]}
        {'a':[1]};     [{'op':'add','path':'/a/1','value':2}];                        {'a':[1,2]}
        {'a':[1]};     [{'op':'add','path':'/a/-','value':[2]}];                      {'a':[1,[2]]}
        {'a':1};       [{'op':'add','path':'','value':[1]}];                          [1]
        {'a':1};       [{'op':'add','path':'/','value':2}];                           {'a':1,'':2}
        {'a':1};       [{'op':'add','path':'/b~1c~0d','value':2}];                    {'a':1,'b/c~d':2}
        {'a':null};    [{'op':'replace','path':'/a','value':1}];                      {'a':1}
        {'a':[1,2]};   [{'op':'remove','path':'/a/0'}];                               {'a':[2]}
        {'a':{'b':1}}; [{'op':'move','from':'/a/b','path':'/c'}];                     {'a':{},'c':1}
        {'a':[1,2,3]}; [{'op':'move','from':'/a/0','path':'/a/2'}];                   {'a':[2,3,1]}
        {'a':1};       [{'op':'move','from':'/a','path':'/a'}];                       {'a':1}
        {'a':{'b':1}}; [{'op':'copy','from':'/a','path':'/a/c'}];                     {'a':{'b':1,'c':{'b':1}}}
        {'a':1};       [{'op':'test','path':'/a','value':1.0},{'op':'remove','path':'/a','x':0}]; {}
        {'a':{'b':1,'c':2}}; [{'op':'test','path':'/a','value':{'c':2,'b':1e0}}];     {'a':{'b':1,'c':2}}
        {'1':{'0':1}}; [{'op':'replace','path':'/1/0','value':2}];                    {'1':{'0':2}}
        [];            [{'op':'add','path':'/0','value':1}];                          [1]
        1;             [{'op':'replace','path':'','value':2}];                        2
        """)
    void carriesOutEachOperation(String document, String patch, String result) {
        assertThat(apply(document, patch)).isEqualTo(Reports.json(result));
    }

    @ParameterizedTest(name = "{1} does not fit {0}: {2}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        {};          [{'op':'remove','path':'/a'}];                       operation 0 at '/a': expected a value at '/a', found none
        {'a':1};     [{'op':'add','path':'/a/b','value':1}];              operation 0 at '/a/b': expected an object or a list at '/a', found another value
        {};          [{'op':'add','path':'/a/b','value':1}];              operation 0 at '/a/b': expected a value at '/a', found none
        {'a':[1]};   [{'op':'add','path':'/a/2','value':1}];              operation 0 at '/a/2': expected an index of at most 1, found 2
        {'a':[1]};   [{'op':'remove','path':'/a/1'}];                     operation 0 at '/a/1': expected an index of at most 0, found 1
        {'a':[1]};   [{'op':'remove','path':'/a/-'}];                     operation 0 at '/a/-': expected the index of an item, found '-'
        {'a':[1]};   [{'op':'replace','path':'/a/00','value':1}];         operation 0 at '/a/00': expected the index of an item, found '00'
        {'a':[]};    [{'op':'remove','path':'/a/0'}];                     operation 0 at '/a/0': expected an item, found an empty list
        {'a':1};     [{'op':'test','path':'/a','value':true}];            operation 0 at '/a': expected the value of the test, found another
        {'a':1};     [{'op':'test','path':'/a','value':1},{'op':'test','path':'/a','value':'1'}]; operation 1 at '/a': expected the value of the test, found another
        {'a':{}};    [{'op':'move','from':'/a','path':'/a/b'}];           operation 0 at '/a/b': expected a place outside of '/a', found one inside: nothing moves into itself
        {};          [{'op':'replace','path':'/a','value':1}];            operation 0 at '/a': expected a value at '/a', found none
        {};          [{'op':'remove','path':''}];                         operation 0 at '': expected a place in the document, found the document itself, which can't be removed
        {};          {};                                                  expected an array of operations, found another value
        {};          [1];                                                 operation 0 at '': expected an object, found another value
        {};          [{'path':'/a'}];                                     operation 0 at '/a': expected text as 'op', found none
        {};          [{'op':'spam','path':'/a'}];                         operation 0 at '/a': expected the op add, remove, replace, move, copy or test, found 'spam'
        {};          [{'op':'add','path':'/a'}];                          operation 0 at '/a': expected a 'value', found none
        {};          [{'op':'add','path':'a','value':1}];                 operation 0 at 'a': expected a pointer that begins with /, found 'a' as 'path'
        {};          [{'op':'add','path':'/~2','value':1}];               operation 0 at '/~2': expected ~0 or ~1 for a ~, found '/~2' as 'path'
        {};          [{'op':'copy','path':'/a'}];                         operation 0 at '/a': expected text as 'from', found none
        """)
    void saysWhichOperationDoesNotFitAndWhere(String document, String patch, String message) {
        assertThatThrownBy(() -> apply(document, patch))
                .isInstanceOf(PatchException.class)
                .hasMessage(message);
    }

    @Test
    void leavesTheDocumentAsItIsIfOneOperationDoesNotFit() {
        JsonNode document = Reports.json("{'a':1}");
        Patch patch = Patch.read(Reports.json("[{'op':'remove','path':'/a'},{'op':'remove','path':'/a'}]"));
        assertThatThrownBy(() -> patch.applyTo(document))
                .asInstanceOf(InstanceOfAssertFactories.type(PatchException.class))
                .satisfies(wrong -> assertThat(wrong.operation()).hasValue(1))
                .satisfies(wrong -> assertThat(wrong.pointer()).isEqualTo("/a"));
        assertThat(document).isEqualTo(Reports.json("{'a':1}"));
    }

    @Nested
    class HostilePatches {

        @Test
        void doNotGrowWithoutEnd() {
            String twice = "{'op':'copy','from':'/a','path':'/a/-'},{'op':'copy','from':'/a','path':'/a/-'}";
            String patch = IntStream.range(0, 40).mapToObj(_ -> twice).collect(Collectors.joining(",", "[", "]"));
            assertThatThrownBy(() -> apply("{'a':[1]}", patch))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContaining("found more");
        }

        @Test
        void doNotGetDeepWithoutEnd() {
            String patch = IntStream.range(0, 300)
                    .mapToObj(i -> "{'op':'add','path':'" + "/a".repeat(i + 1) + "','value':{}}")
                    .collect(Collectors.joining(",", "[", "]"));
            assertThatThrownBy(() -> apply("{}", patch)).hasMessageContaining("expected at most 200 levels");
        }
    }
}
