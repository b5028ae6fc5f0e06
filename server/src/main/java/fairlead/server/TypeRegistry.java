package fairlead.server;

import fairlead.server.Sources;
import fairlead.server.database.Database;
import fairlead.server.depot.Depot;
import fairlead.server.http.Surface;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Task;
import fairlead.server.query.QuerySurface;
import fairlead.server.registration.Packages;
import fairlead.server.registration.TypeJobs;
import fairlead.server.registration.TypeTask;
import fairlead.server.registry.CloudFormation;
import fairlead.server.s3.S3Surface;
import fairlead.server.signature.Signatures;
import fairlead.server.sts.SecurityTokens;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.List;

/// The wiring of CloudFormation's type registry: what it does as operations, and the surfaces in front of it.
final class TypeRegistry {

    private final Database database;
    private final Types types;
    private final Registrations registrations;
    private final Signatures signatures;
    private final Sources sources;
    private final Depot depot;
    private final Packages packages;

    TypeRegistry(Database database, Types types, Registrations registrations, Signatures signatures, Sources sources) {
        this.database = database;
        this.types = types;
        this.registrations = registrations;
        this.signatures = signatures;
        this.sources = sources;
        depot = new Depot(database, sources.clock(), sources.ids());
        packages = new Packages(depot, signatures.takesAnyKey());
    }

    /// What operations on types do, and by another task all others.
    Task task(Task others) {
        return new TypeTask(database, types, registrations, packages, sources.clock()).orElse(others);
    }

    /// Where packages come in.
    Surface packages() {
        return new S3Surface(depot, signatures);
    }

    /// The registry itself, and who the caller is.
    ///
    /// @param patience how long a request waits for what it has begun
    Surface types(Operations operations, Duration patience) {
        TypeJobs jobs = new TypeJobs(database, operations, sources.clock(), sources.ids(), patience);
        return new QuerySurface(
                List.of(new CloudFormation(types, registrations, jobs, packages), new SecurityTokens()), signatures);
    }
}
