package fairlead.server.type.composite;

import fairlead.handler.ResourceHandler;
import fairlead.server.problem.Problem.Detail;
import java.util.List;
import java.util.SequencedSet;

/// Carries out the templates that are handlers of types. Called by the types, implemented by the engine of stacks.
public interface Composites {

    /// The handler of a type: it implements [ResourceHandler.Updatable] and [ResourceHandler.Listable].
    ResourceHandler handler(CompositeType type);

    /// What is wrong with a template, by itself and beside its schema and the types that there are. Each place is a
    /// file of the archive and a JSON Pointer into it.
    ///
    /// @param account whose types it may use
    List<Detail> faults(CompositeType type, String account);

    /// The types that a template uses, in the order of their first use; none if it can't be read.
    SequencedSet<String> uses(String template);
}
