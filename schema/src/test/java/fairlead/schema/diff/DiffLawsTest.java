package fairlead.schema.diff;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.ResourceSchema;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What holds for the difference of any two models of any type.
class DiffLawsTest {

    @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
    void appliedItGivesTheTarget(@ForAll("samples") Sample sample) {
        Diff diff = Diff.between(sample.schema(), sample.before(), sample.after());
        JsonNode patched = diff.patch().applyTo(sample.before());
        assertThat(same(sample.schema(), (ObjectNode) patched, sample.after()))
                .as(
                        "%s patched with %s is %s, not %s",
                        sample.before(), diff.patch().toJson(), patched, sample.after())
                .isTrue();
    }

    @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
    void itIsEmptyExactlyIfTheModelsAreTheSame(@ForAll("samples") Sample sample) {
        Diff diff = Diff.between(sample.schema(), sample.before(), sample.after());
        assertThat(diff.isEmpty()).isEqualTo(same(sample.schema(), sample.before(), sample.after()));
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void neitherSpellingNorTheOrderOfSetsMatters(@ForAll("samples") Sample sample, @ForAll Random random) {
        JsonNode respelled = Sample.respelled(sample.schema(), sample.before(), random);
        assertThat(Diff.between(sample.schema(), sample.before(), (ObjectNode) respelled)
                        .changes())
                .isEmpty();
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void defaultsWrittenOutMakeNoDifference(@ForAll("samples") Sample sample) {
        ObjectNode full = Defaults.fill(sample.schema().root(), sample.before());
        assertThat(Diff.between(sample.schema(), sample.before(), full).isEmpty())
                .isTrue();
        assertThat(Diff.between(sample.schema(), full, sample.before()).isEmpty())
                .isTrue();
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void itReplacesExactlyIfACreateOnlyPropertyChanges(@ForAll("samples") Sample sample) {
        ResourceSchema schema = sample.schema();
        boolean changed = !schema.changed(
                        Defaults.fill(schema.root(), sample.before()),
                        Defaults.fill(schema.root(), sample.after()),
                        schema.createOnly())
                .isEmpty();
        Diff diff = Diff.between(schema, sample.before(), sample.after());
        assertThat(diff.effect() == Effect.REPLACEMENT).isEqualTo(changed);
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void aPatchComesBackFromItsJson(@ForAll("samples") Sample sample) {
        Patch patch =
                Diff.between(sample.schema(), sample.before(), sample.after()).patch();
        assertThat(Patch.read(patch.toJson())).isEqualTo(patch);
        assertThat(Patch.read(Diff.between(sample.schema(), sample.before(), sample.after())
                        .toJson()))
                .isEqualTo(patch);
    }

    private static boolean same(ResourceSchema schema, ObjectNode a, ObjectNode b) {
        return schema.equal(Defaults.fill(schema.root(), a), Defaults.fill(schema.root(), b));
    }

    @Provide
    Arbitrary<Sample> samples() {
        return Arbitraries.randomValue(Sample::of);
    }
}
