package fairlead.bench.robust.server;

/// What is done to the servers of a run, and how often compared with the others.
public enum Fault {
    KILL("kill -9", 60),
    KILL_AT_START("kill -9, and again while it starts", 15),
    PAUSE("SIGSTOP for up to 2 s", 4),
    LONG_PAUSE("SIGSTOP for 11 s to 14 s, longer than a lease", 1),
    CLOCK_STEP("clock set by up to 30 s", 6),
    DISK_FULL("disk full for up to 3 s", 6),
    POSTGRES_RESTART("PostgreSQL restarted", 2),
    POSTGRES_KILL("PostgreSQL killed and started", 3),
    POSTGRES_PAUSE("PostgreSQL stopped for up to 3 s", 3),
    POSTGRES_TERMINATION("all sessions of PostgreSQL terminated", 6);

    private final String text;
    private final int weight;

    Fault(String text, int weight) {
        this.text = text;
        this.weight = weight;
    }

    /// As reports name it.
    public String text() {
        return text;
    }

    /// How often it is caused, compared with the others.
    public int weight() {
        return weight;
    }

    /// How often a server is killed by it.
    public int kills() {
        return this == KILL ? 1 : this == KILL_AT_START ? 2 : 0;
    }
}
