package fairlead.cli.schema;

import fairlead.cli.http.ProblemException;
import fairlead.cli.session.Session;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.Lookup;
import fairlead.schema.text.Percent;
import java.net.URI;
import java.util.List;

/// The documents that a registration with the server would find, so that tests before it use the same documents.
public record ServerDocuments(Session session) implements Documents {

    @Override
    public Lookup find(URI uri) {
        String query = Percent.encode(uri.toString());
        try {
            return new Lookup.Found(
                    session.server().get("/fairlead/documents?uri=" + query).json());
        } catch (ProblemException refused) {
            if (refused.problem().status() != 404) {
                throw refused;
            }
            return new Lookup.Missing(List.of(refused.problem().message()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Lookup.Missing(List.of("the server's answer was not waited for"));
        }
    }
}
