package fairlead.contract.suite;

import java.util.ArrayList;
import java.util.List;

/// The calls that were made, and their answers.
final class Transcript {

    private static final int MOST = 200;

    private final List<Exchange> exchanges = new ArrayList<>();
    private long count;

    synchronized void add(Exchange exchange) {
        count++;
        if (exchanges.size() < MOST) {
            exchanges.add(exchange);
        }
    }

    synchronized void begin() {
        exchanges.clear();
    }

    synchronized List<Exchange> sinceBegin() {
        return List.copyOf(exchanges);
    }

    synchronized long count() {
        return count;
    }
}
