package fairlead.contract.suite;

import fairlead.contract.Rule;
import java.util.List;
import java.util.function.Supplier;

/// A handler that keeps the contract but for one resource.
///
/// @param rules the first has to be named; the others may be, for they are about the same resource
record Mutant(String name, Supplier<Reference> handler, List<Rule> rules) {

    static Mutant of(String name, Supplier<Reference> handler, Rule... rules) {
        return new Mutant(name, handler, List.of(rules));
    }

    @Override
    public String toString() {
        return name;
    }
}
