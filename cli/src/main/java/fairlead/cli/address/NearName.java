package fairlead.cli.address;

import fairlead.cli.http.ProblemException;
import fairlead.cli.http.UnreachableException;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Session;
import fairlead.schema.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Finds the resource whose name is close to that of one that is not there. The server is asked for the list only then.
record NearName(Session session, Address address) implements Supplier<Optional<String>> {

    private static final int MOST = 1000;

    @Override
    public Optional<String> get() {
        List<String> names = address.names();
        Address all = new Address(address.place(), address.type(), names.subList(0, names.size() - 1));
        try {
            List<String> known = new Pages(session, all.path(), MOST)
                    .trees().stream()
                            .map(entry -> entry.path("name").asString(""))
                            .map(name -> name.substring(name.lastIndexOf('/') + 1))
                            .toList();
            return Spelling.nearest(names.getLast(), known);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ProblemException | UnreachableException noList) {
            return Optional.empty();
        }
    }
}
