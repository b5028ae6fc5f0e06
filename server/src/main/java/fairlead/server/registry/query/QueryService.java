package fairlead.server.registry.query;

import fairlead.server.access.Action;
import java.util.Optional;

/// One service behind the Query protocol. Called by many threads at once.
public interface QueryService {

    /// The `Version` by which requests name it, `2010-05-15` for example.
    String version();

    /// The XML namespace of its answers.
    String namespace();

    /// The service that a signature's credential scope has to name, `cloudformation` for example.
    String signingName();

    /// Whether the action changes what is stored; of one that the service does not have, `false`.
    boolean changes(String action);

    /// What an action asks for in the account that the request is signed for; empty if everybody who signs may.
    Optional<Action> asks(String action);

    /// Whether an action is open to requests that are not signed.
    default boolean isUnsigned(String action) {
        return false;
    }

    /// Carries out an action that is open to requests that are not signed.
    default void answer(UnsignedCall call, XmlWriter result) {
        throw CommonErrors.noSuchAction(call.action(), version());
    }

    /// Carries an action out and writes its result. Throws [fairlead.server.problem.ProblemException] for a
    /// request that can't go on, also for an action that the service does not have ([CommonErrors#noSuchAction]).
    void answer(QueryCall call, XmlWriter result);
}
