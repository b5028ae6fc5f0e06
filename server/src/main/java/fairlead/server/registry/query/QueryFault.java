package fairlead.server.registry.query;

import fairlead.server.problem.Problem;

/// A problem as the Query protocol tells it. There is only one message, so everything that is wrong is in it.
record QueryFault(int status, String code, String message) {

    static QueryFault of(Problem problem) {
        String code = switch (problem) {
            case Problem.Listed listed -> listed.code().query();
            case Problem.SignatureRefused(var flaw, var _) -> flaw.queryCode();
            case Problem.OperationFailed _, Problem.CellTrouble _, Problem.OfCell _ ->
                problem.code().text();
        };
        return new QueryFault(problem.status(), code, message(problem));
    }

    private static String message(Problem problem) {
        return problem.details().size() < 2 ? problem.message() : Problem.Detail.inOneLine(problem.details());
    }
}
