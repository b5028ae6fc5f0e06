package fairlead.server.problem;

/// The one exception for a request that can't go on. Thrown anywhere behind a surface, rendered by the surface.
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.code().text() + ": " + problem.message(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
