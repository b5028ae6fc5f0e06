package fairlead.schema.drift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FunctionNamesTest {

    @Test
    void findWhatNeitherJsonataNorTheExpressionHas() {
        assertThat(FunctionNames.unknown("$upcase($trim(A))"))
                .singleElement()
                .asString()
                .contains("'$upcase'");
        assertThat(FunctionNames.unknown("A ~> $shout"))
                .singleElement()
                .asString()
                .contains("'$shout'");
        assertThat(FunctionNames.unknown("A/2 & $twice(B)/$half(C)")).hasSize(2);
    }

    @Test
    void passOverWhatIsDefinedThere() {
        assertThat(FunctionNames.unknown("($twice := function($x){$x & $x}; $map(A, $twice))"))
                .isEmpty();
        assertThat(FunctionNames.unknown("($twice := λ($f, $x){$f($x)}; $twice($trim, A))"))
                .isEmpty();
    }

    @Test
    void passOverWhatOnlyLooksLikeACall() {
        assertThat(FunctionNames.unknown("A & '$no(1)' & \"$nor(2)\\\"$this(3)\" & `$field(4)`"))
                .isEmpty();
        assertThat(FunctionNames.unknown("$contains(A, /^\\$none(x)\\/$/) /* $comment(5) */"))
                .isEmpty();
        assertThat(FunctionNames.unknown("$.A & $$.B & $sum(C[$ > 1])")).isEmpty();
    }

    @Test
    void areNothingWhereTheExpressionIsNone() {
        assertThat(FunctionNames.unknown("$upcase(")).isEmpty();
    }
}
