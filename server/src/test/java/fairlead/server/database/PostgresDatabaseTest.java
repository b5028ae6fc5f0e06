package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.testbed.PostgresServer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest extends DatabaseContract {

    private String url = "";

    @Override
    Database open() {
        PostgresServer server = PostgresServer.shared();
        url = server.url(server.createDatabase());
        return reopen();
    }

    @Override
    Database reopen() {
        return PostgresDatabase.open(url, new Random(1));
    }

    @Test
    void saysWhyItCanNotConnect() {
        assertThatThrownBy(() -> PostgresDatabase.open("postgresql://nobody:x@127.0.0.1:1/none", new Random(1)))
                .hasMessageContaining("can't connect to PostgreSQL")
                .hasMessageContaining("refused");
    }

    @Test
    void refusesAnAddressOfAnotherKind() {
        assertThatThrownBy(() -> PostgresDatabase.open("mysql://localhost/none", new Random(1)))
                .hasMessageContaining("begins with postgresql://");
    }
}
