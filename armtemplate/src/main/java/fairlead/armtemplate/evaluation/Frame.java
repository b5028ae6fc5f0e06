package fairlead.armtemplate.evaluation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What an expression sees where it stands.
///
/// @param loops the turns of the loops around it, by their names in lower case, the innermost last
/// @param lambdas the variables of the lambdas around it, in lower case; null for one that is not known
///     yet
/// @param arguments those of the user function that it is in, in lower case; null if it is in none
/// @param allowed what may be used there besides functions that depend on nothing
public record Frame(
        Scope scope,
        Map<String, Long> loops,
        Map<String, @Nullable JsonNode> lambdas,
        @Nullable Map<String, @Nullable JsonNode> arguments,
        Set<Use> allowed) {

    /// What may be used in some places only.
    public enum Use {
        /// Parameters.
        PARAMETERS,
        /// Variables.
        VARIABLES,
        /// Where the template is deployed, and ids of resources.
        FACTS,
        /// The instant of the deployment, and what is unique to it.
        CHANCE,
        /// What resources are once they are deployed.
        REFERENCES
    }

    /// A place in no loop.
    public static Frame of(Scope scope, Set<Use> allowed) {
        return new Frame(scope, Map.of(), Map.of(), null, allowed);
    }

    /// The same place in a turn of a loop.
    public Frame turn(String loop, long index) {
        Map<String, Long> turns = new LinkedHashMap<>(loops);
        String name = loop.toLowerCase(Locale.ROOT);
        turns.remove(name);
        turns.put(name, index);
        return new Frame(scope, Collections.unmodifiableMap(turns), lambdas, arguments, allowed);
    }

    /// The same place where other things are allowed.
    public Frame allowing(Set<Use> uses) {
        return new Frame(scope, loops, lambdas, arguments, uses);
    }

    /// The same place in the body of a lambda.
    Frame with(Map<String, @Nullable JsonNode> variables) {
        Map<String, @Nullable JsonNode> all = new LinkedHashMap<>(lambdas);
        all.putAll(variables);
        return new Frame(scope, loops, Collections.unmodifiableMap(all), arguments, allowed);
    }

    /// The inside of a user function.
    Frame function(Map<String, @Nullable JsonNode> values) {
        return new Frame(scope, Map.of(), Map.of(), Collections.unmodifiableMap(values), Set.of(Use.PARAMETERS));
    }

    boolean allows(Use use) {
        return allowed.contains(use);
    }

    /// The index of the turn of a loop, of the innermost one if no name is given.
    OptionalLong index(Optional<String> loop) {
        if (loop.isPresent()) {
            Long index = loops.get(loop.get().toLowerCase(Locale.ROOT));
            return index == null ? OptionalLong.empty() : OptionalLong.of(index);
        }
        OptionalLong innermost = OptionalLong.empty();
        for (long index : loops.values()) {
            innermost = OptionalLong.of(index);
        }
        return innermost;
    }

    /// Whether a variable of a lambda around it is not known yet.
    boolean waitsForLambdas() {
        return lambdas.values().stream().anyMatch(Objects::isNull);
    }

    /// Equal in the same turns with the same variables.
    String turns() {
        return (loops.isEmpty() ? "" : loops.toString()) + (lambdas.isEmpty() ? "" : lambdas.toString());
    }
}
