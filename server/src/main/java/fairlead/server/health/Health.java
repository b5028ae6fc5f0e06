package fairlead.server.health;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What is checked of the server, and whether it is about to stop.
public final class Health {

    private final List<HealthCheck> service;
    private final List<HealthCheck> readiness;
    private volatile boolean stopping;

    /// @param service without which no request can be served
    /// @param more without which others had better be asked instead
    public Health(List<HealthCheck> service, List<HealthCheck> more) {
        this.service = List.copyOf(service);
        readiness = Stream.concat(
                        Stream.of(new HealthCheck("stopping", this::stop)),
                        Stream.concat(service.stream(), more.stream()))
                .toList();
    }

    /// From now on the server is not ready, since it is about to stop.
    public void beginStop() {
        stopping = true;
    }

    private Optional<String> stop() {
        return stopping ? Optional.of("the server is stopping") : Optional.empty();
    }

    /// Whether requests can be served. The checks end with the first that fails.
    public boolean isServing() {
        return service.stream().allMatch(check -> check.run().isOk());
    }

    /// Of a process that answers; what only a restart would heal.
    List<HealthCheck.Result> live() {
        return List.of(new HealthCheck.Result("process", Optional.empty()));
    }

    List<HealthCheck.Result> ready() {
        return readiness.stream().map(HealthCheck::run).toList();
    }
}
