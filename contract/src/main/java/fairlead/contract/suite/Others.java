package fairlead.contract.suite;

import fairlead.generator.Size;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Inputs of further things, which share no identifier with those that are there.
final class Others {

    private static final int TRIES = 20;

    private final Bench bench;
    private long seed;

    Others(Bench bench) {
        this.bench = bench;
        this.seed = bench.settings.seed() * 1_000_003L + 500;
    }

    /// Another one in each call.
    ///
    /// @param changed what is to be done to an input before it counts
    Optional<ObjectNode> other(UnaryOperator<ObjectNode> changed, List<ObjectNode> present) {
        for (int i = 0; i < TRIES; i++) {
            Optional<ObjectNode> made =
                    bench.inputs().create(seed++, Size.TYPICAL).map(changed).filter(input -> fits(input, present));
            if (made.isPresent()) {
                return made;
            }
        }
        return Optional.empty();
    }

    /// Whether it shares no identifier with any of them.
    boolean fits(ObjectNode input, List<ObjectNode> present) {
        return present.stream().noneMatch(one -> clash(one, input));
    }

    private boolean clash(ObjectNode a, ObjectNode b) {
        return same(bench.schema.primaryIdentifier(), a, b)
                || bench.schema.additionalIdentifiers().stream().anyMatch(paths -> same(paths, a, b));
    }

    /// Whether both have chosen the identifier, and the same.
    private static boolean same(List<PropertyPath> paths, ObjectNode a, ObjectNode b) {
        return Bench.hasAll(paths, a)
                && paths.stream().allMatch(path -> path.value(a).equals(path.value(b)));
    }
}
