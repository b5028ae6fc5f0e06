package fairlead.server.problem;

/// The one exception for a request that can't go on. Thrown anywhere behind a surface, rendered by the surface. A
/// subclass
/// is for a place in between that goes on otherwise.
public class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.code().text() + ": " + problem.message(), null, false, false);
        this.problem = problem;
    }

    public final Problem problem() {
        return problem;
    }
}
