package fairlead.server.stack.deploymentstack;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.deployment.DeploymentScope;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Keeps what changes of deployment stacks would do, for as long as was asked for: the SQL of the table
/// `deployment_stack_forecast`. What is kept is sealed, since it tells the properties of resources.
public final class StackForecasts {

    private static final int MOST = 800;
    private static final String PUT = """
        INSERT INTO deployment_stack_forecast (scope, name, shown, made_at, ends_at, content) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, name) DO UPDATE SET shown = excluded.shown, made_at = excluded.made_at,
          ends_at = excluded.ends_at, content = excluded.content\
        """;
    private static final String FIND =
            "SELECT shown, made_at, ends_at, content FROM deployment_stack_forecast WHERE scope = ? AND name = ?";
    private static final String LIST = """
        SELECT shown, made_at, ends_at, content FROM deployment_stack_forecast WHERE scope = ? AND name > ?
        ORDER BY name LIMIT ?\
        """;
    private static final String COUNT = "SELECT count(*) FROM deployment_stack_forecast WHERE scope = ?";
    private static final String DELETE = "DELETE FROM deployment_stack_forecast WHERE scope = ? AND name = ?";
    private static final String FORGET = "DELETE FROM deployment_stack_forecast WHERE ends_at <= ?";

    private final Database database;
    private final Vault vault;
    private final Clock clock;

    StackForecasts(Database database, Vault vault, Clock clock) {
        this.database = database;
        this.vault = vault;
        this.clock = clock;
    }

    public Optional<StackForecast> find(DeploymentScope scope, String name) {
        return database.read(transaction -> find(transaction, scope, name)).filter(this::isKept);
    }

    private Optional<StackForecast> find(Transaction transaction, DeploymentScope scope, String name) {
        return transaction.one(FIND, row -> forecast(scope, row), scope.key(), key(name));
    }

    private boolean isKept(StackForecast forecast) {
        return clock.instant().isBefore(forecast.ends());
    }

    /// Those at a scope by name, behind a given one.
    public List<StackForecast> list(DeploymentScope scope, String after, int limit) {
        return database
                .read(transaction ->
                        transaction.query(LIST, row -> forecast(scope, row), scope.key(), key(after), limit))
                .stream()
                .filter(this::isKept)
                .toList();
    }

    /// Keeps one in the place of the one of that name; whether there was none. What has ended is forgotten.
    public boolean put(StackForecast forecast) {
        DeploymentScope scope = forecast.scope();
        return database.write(transaction -> {
            int _ = transaction.update(FORGET, clock.instant());
            boolean made = find(transaction, scope, forecast.name()).isEmpty();
            if (made && transaction.one(COUNT, Row::number, scope.key()).orElse(0L) >= MOST) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.DEPLOYMENT_QUOTA_EXCEEDED,
                        "There are " + MOST + " what-if results of deployment stacks at '" + scope.id()
                                + "', the most that are kept. Delete some before creating a new one."));
            }
            int _ = transaction.update(
                    PUT,
                    scope.key(),
                    key(forecast.name()),
                    forecast.name(),
                    forecast.made(),
                    forecast.ends(),
                    vault.seal(Documents.bytes(forecast.content()), owner(scope, forecast.name())));
            return made;
        });
    }

    /// Forgets one; whether there was one.
    public boolean delete(DeploymentScope scope, String name) {
        return database.write(transaction -> transaction.update(DELETE, scope.key(), key(name)) == 1);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String owner(DeploymentScope scope, String name) {
        return "deployment-stack-forecast/" + scope.key() + "/" + key(name);
    }

    private StackForecast forecast(DeploymentScope scope, Row row) throws SQLException {
        String name = row.text();
        Instant made = row.time();
        Instant ends = row.time();
        return new StackForecast(
                scope, name, Documents.object(vault.open(row.bytes(), owner(scope, name))), made, ends);
    }
}
