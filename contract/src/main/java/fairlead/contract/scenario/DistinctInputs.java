package fairlead.contract.scenario;

import fairlead.contract.call.SuiteContext;
import fairlead.generator.Size;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Inputs of further resources, which share no identifier with those that are there.
public final class DistinctInputs {

    private static final int TRIES = 20;

    private final SuiteContext context;
    private long seed;

    public DistinctInputs(SuiteContext context) {
        this.context = context;
        this.seed = context.settings.seed() * 1_000_003L + 500;
    }

    /// Another one in each call.
    ///
    /// @param changed what is to be done to an input before it counts
    public Optional<ObjectNode> other(UnaryOperator<ObjectNode> changed, List<ObjectNode> present) {
        for (int i = 0; i < TRIES; i++) {
            Optional<ObjectNode> made =
                    context.inputs().create(seed++, Size.TYPICAL).map(changed).filter(input -> fits(input, present));
            if (made.isPresent()) {
                return made;
            }
        }
        return Optional.empty();
    }

    /// Whether it shares no identifier with any of them.
    public boolean fits(ObjectNode input, List<ObjectNode> present) {
        return present.stream().noneMatch(one -> clash(one, input));
    }

    private boolean clash(ObjectNode a, ObjectNode b) {
        return same(context.schema.primaryIdentifier(), a, b)
                || context.schema.additionalIdentifiers().stream().anyMatch(paths -> same(paths, a, b));
    }

    /// Whether both have chosen the identifier, and the same.
    private static boolean same(List<PropertyPath> paths, ObjectNode a, ObjectNode b) {
        return SuiteContext.hasAll(paths, a)
                && paths.stream().allMatch(path -> path.value(a).equals(path.value(b)));
    }
}
