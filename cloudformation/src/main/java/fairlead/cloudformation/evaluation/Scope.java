package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Budget;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.Expression;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// What the names in a template mean.
public final class Scope {

    private final Map<String, Optional<Expression>> names;
    private final Map<String, Tree.Mapping> mappings;
    private final boolean extended;
    private final Outside outside;
    private final Limits limits;
    private final Budget budget;
    private final Faults faults;
    private final Set<String> imports = new LinkedHashSet<>();
    private Map<String, Target> targets = Map.of();
    private Choices conditions = NoChoices.INSTANCE;

    /// What is asked of the world outside.
    ///
    /// @param exports the value of an export by its name
    /// @param zones the availability zones of a region
    public record Outside(Function<String, Optional<String>> exports, Function<String, List<String>> zones) {}

    /// The language of one template.
    ///
    /// @param mappings by name, key and attribute
    /// @param extended whether it has the language extensions
    public record Language(Map<String, Tree.Mapping> mappings, boolean extended, Limits limits) {}

    /// @param names parameters and pseudo parameters; empty where a parameter has no value that it takes
    public Scope(Map<String, Optional<Expression>> names, Language language, Outside outside, Faults faults) {
        this.names = new HashMap<>(names);
        this.mappings = language.mappings;
        this.extended = language.extended;
        this.limits = language.limits;
        this.budget = new Budget(language.limits.evaluated().size());
        this.outside = outside;
        this.faults = faults;
    }

    /// Tells which resources there are.
    public void declare(Map<String, Target> resources) {
        targets = Map.copyOf(resources);
    }

    /// Tells which conditions there are.
    public void declare(Choices declared) {
        conditions = declared;
    }

    /// The names of the exports that were asked for.
    public Set<String> imports() {
        return imports;
    }

    /// Whether a condition holds; empty if there is none of that name. One that can't be evaluated holds, and the fault
    /// has been noted.
    public Optional<Boolean> holds(String condition) {
        return conditions.declares(condition)
                ? Optional.of(
                        conditions.of(condition).map(Choices.Outcome::holds).orElse(true))
                : Optional.empty();
    }

    Map<String, Optional<Expression>> names() {
        return names;
    }

    Map<String, Tree.Mapping> mappings() {
        return mappings;
    }

    boolean extended() {
        return extended;
    }

    Optional<Target> target(String id) {
        return Optional.ofNullable(targets.get(id));
    }

    Choices conditions() {
        return conditions;
    }

    Optional<String> export(String name) {
        imports.add(name);
        return outside.exports.apply(name);
    }

    List<String> zones(String region) {
        return outside.zones.apply(region);
    }

    Limits limits() {
        return limits;
    }

    Budget budget() {
        return budget;
    }

    Faults faults() {
        return faults;
    }
}
