package fairlead.server.simulation;

/// What goes wrong, each where it can.
enum Fault {
    REFUSAL(Point.CALL, "the handler refuses"),
    NO_ROUTE(Point.CALL, "the handler reaches nothing"),
    LOST_ANSWER(Point.CALL, "the handler's answer is lost"),
    DEFECT(Point.CALL, "the handler throws after its work"),
    HOST_FAILURE(Point.CALL, "the handler's host fails after its work"),
    BREACH(Point.CALL, "the handler's answer breaks the contract"),
    OVERRUN(Point.CALL, "the handler answers too late"),
    READ_FAILURE(Point.READ, "a read fails"),
    STALE_READ(Point.READ, "a read finds nothing yet, or what is gone"),
    WRITE_REFUSED(Point.WRITE, "the storage fails before a commit"),
    WRITE_UNHEARD(Point.WRITE, "the storage fails after a commit"),
    CRASH(Point.PAUSE, "the process ends"),
    CLOCK_STEP(Point.PAUSE, "the wall clock is set"),
    CANCEL(Point.PAUSE, "the operation is to be cancelled"),
    DUPLICATE(Point.REQUEST, "a request is delivered twice"),
    LOST_REPLY(Point.REQUEST, "a caller hears nothing and asks again");

    /// Where something can go wrong.
    enum Point {
        CALL,
        READ,
        WRITE,
        PAUSE,
        REQUEST
    }

    private final Point point;
    private final String words;

    Fault(Point point, String words) {
        this.point = point;
        this.words = words;
    }

    Point point() {
        return point;
    }

    String words() {
        return words;
    }
}
