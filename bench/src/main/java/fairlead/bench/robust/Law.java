package fairlead.bench.robust;

/// What a client may rely on, whatever happens to the servers.
public enum Law {
    LINEARIZABLE("each register's calls fit one order in which each takes effect between its begin and its end"),
    ACKNOWLEDGED("what was acknowledged is there, as it was asked for"),
    REFUSED("what was refused, or has failed, is not there as if it had succeeded"),
    ONE_FOR_ONE("there is one physical resource for each record, and one record for each physical resource"),
    ONE_FOR_A_TOKEN("a client token stands for one request, and that for one physical resource"),
    ENDS("every operation ends, once"),
    WATCHED("watch streams tell everything once, in order, and all of them the same"),
    EVENTS("every acknowledged change has its event, and every operation one beginning and one end"),
    HEALTHY("health says so while the server serves, and says otherwise while no write succeeds"),
    SERVES("a server that was started serves, and answers nothing that only a bug can explain");

    private final String text;

    Law(String text) {
        this.text = text;
    }

    /// The law as a sentence.
    public String text() {
        return text;
    }
}
