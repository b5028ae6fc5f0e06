package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.KeptDocuments;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.TypeStore.NewVersion;
import fairlead.server.type.archive.SimulationFiles.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Many types that are to be simulated, looked over together: each may be registered or is refused, whatever
/// becomes of the others.
final class SimulatedRegistrations {

    private final List<Looked> all;

    /// @param inspection what the files say, apart from other types
    private record Looked(Files files, ArchiveInspection inspection) {}

    /// A version to be written.
    ///
    /// @param replaces the number of the version whose place it takes; empty for a new one
    record Planned(NewVersion version, Optional<Integer> replaces) {}

    /// What is to be done on types as they are.
    ///
    /// @param refused why, by the name of the files
    record Plan(List<Planned> versions, Map<String, Problem> refused) {}

    private SimulatedRegistrations(List<Looked> all) {
        this.all = all;
    }

    /// @param others where the documents are that schemas refer to, if it is not one of these
    static SimulatedRegistrations of(List<Files> files, Documents others) {
        List<ArchiveInspection> inspections = new SchemaBatch(files, others).inspected();
        return new SimulatedRegistrations(IntStream.range(0, files.size())
                .mapToObj(i -> new Looked(files.get(i), inspections.get(i)))
                .toList());
    }

    /// @param now the day of versions that do not say one
    Plan plan(Catalog catalog, Instant now, ZoneId zone) {
        List<Planned> versions = new ArrayList<>();
        Map<String, Problem> refused = new LinkedHashMap<>();
        Map<String, String> taken = new HashMap<>();
        for (Looked looked : all) {
            String name = looked.files.name();
            try {
                RegistrationCandidate candidate = looked.inspection.against(catalog, Optional.empty());
                requireFree(taken, name, candidate.outline().typeName().toString(), "schema.json#/typeName");
                requireFree(taken, name, candidate.armType().key(), "fairlead.json#/armType");
                if (catalog.withDigest(looked.files.unpacked().digest()).isEmpty()) {
                    versions.add(version(candidate, looked, catalog, now, zone));
                }
            } catch (ProblemException problem) {
                refused.put(name, problem.problem());
            }
        }
        return new Plan(versions, refused);
    }

    private static void requireFree(Map<String, String> taken, String file, String name, String place) {
        @Nullable String other = taken.putIfAbsent(name, file);
        if (other != null) {
            throw new ProblemException(new Problem.InvalidBody(
                    List.of(new Detail("registration.armType-taken", other + ".json has " + name + ", too", place))));
        }
    }

    /// A simulated version is replaced by another of the same API version: it has no code that callers rely on.
    private static Planned version(
            RegistrationCandidate candidate, Looked looked, Catalog catalog, Instant now, ZoneId zone) {
        TypeName name = candidate.outline().typeName();
        String apiVersion = candidate
                .registration()
                .apiVersion()
                .orElseGet(() -> LocalDate.ofInstant(now, zone).toString());
        Optional<TypeVersion> known = catalog.find(name).flatMap(type -> type.withApiVersion(apiVersion));
        known.filter(version -> version.registration().simulation().isEmpty()).ifPresent(real -> {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.TYPE_VERSION_EXISTS,
                    name + " has the API version " + apiVersion + " already, with a handler. Set another"
                            + " 'apiVersion' to simulate it beside that."));
        });
        NewVersion version = new NewVersion(
                name,
                candidate.armType(),
                apiVersion,
                new NewVersion.Content(looked.files.unpacked(), new KeptDocuments(candidate.references()), new byte[0]),
                now,
                Optional.empty(),
                false);
        return new Planned(version, known.map(TypeVersion::version));
    }

    /// The result for each type, once types are as planned.
    List<SimulationResults.Result> results(Plan plan, Catalog catalog) {
        List<SimulationResults.Result> results = new ArrayList<>();
        for (Looked looked : all) {
            String name = looked.files.name();
            @Nullable Problem problem = plan.refused().get(name);
            if (problem != null) {
                results.add(new SimulationResults.Refused(name, looked.inspection.typeName(), problem));
                continue;
            }
            TypeVersion version =
                    catalog.withDigest(looked.files.unpacked().digest()).orElseThrow(Registrations::raced);
            results.add(new SimulationResults.Served(name, version, looked.inspection.warnings(catalog)));
        }
        return results;
    }
}
