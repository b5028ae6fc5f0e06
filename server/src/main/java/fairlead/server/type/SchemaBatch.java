package fairlead.server.type;

import fairlead.schema.reference.Documents;
import fairlead.schema.reference.TypeDocuments;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import fairlead.server.type.archive.SimulationFiles.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Schemas that are registered at once and may refer to each other, in a circle, too.
///
/// One that is not sound itself is nothing to refer to: what did so is looked at again without it.
final class SchemaBatch {

    private final List<Files> files;
    private final Documents others;

    /// The schemas by the names of their files; empty until the first of them refers to another document.
    private Optional<Map<String, JsonNode>> schemas = Optional.empty();

    /// @param others where documents are that are not among these
    SchemaBatch(List<Files> files, Documents others) {
        this.files = files;
        this.others = others;
    }

    /// Looks each over. The list is in the order of the files.
    List<ArchiveInspection> inspected() {
        Documents all = documents(Set.of()).or(others);
        List<ArchiveInspection> inspections = new ArrayList<>(files.parallelStream()
                .map(file -> ArchiveInspection.of(file.unpacked(), all).letGo())
                .toList());
        Set<String> unsound = new HashSet<>();
        while (unsound.addAll(unsound(inspections)) && schemas.isPresent()) {
            Documents rest = documents(unsound).or(others);
            for (int i = 0; i < inspections.size(); i++) {
                if (refersTo(unsound, inspections.get(i))) {
                    inspections.set(
                            i,
                            ArchiveInspection.of(files.get(i).unpacked(), rest).letGo());
                }
            }
        }
        return inspections;
    }

    private Set<String> unsound(List<ArchiveInspection> inspections) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < inspections.size(); i++) {
            if (!inspections.get(i).isSound()) {
                names.add(files.get(i).name());
            }
        }
        return names;
    }

    private boolean refersTo(Set<String> names, ArchiveInspection inspection) {
        Set<JsonNode> these = Collections.newSetFromMap(new IdentityHashMap<>());
        schemas().forEach((name, schema) -> {
            if (names.contains(name)) {
                these.add(schema);
            }
        });
        return inspection.references().values().stream().anyMatch(these::contains);
    }

    private Documents documents(Set<String> without) {
        return uri -> TypeDocuments.of(schemas().entrySet().stream()
                        .filter(schema -> !without.contains(schema.getKey()))
                        .map(Map.Entry::getValue)
                        .toList())
                .find(uri);
    }

    private synchronized Map<String, JsonNode> schemas() {
        Map<String, JsonNode> known = schemas.orElseGet(this::read);
        schemas = Optional.of(known);
        return known;
    }

    private Map<String, JsonNode> read() {
        Map<String, JsonNode> read = new TreeMap<>();
        for (Files file : files) {
            if (Notation.JSON.read(file.unpacked().schema()) instanceof Source.Document(var root, var _, var _)
                    && root.isObject()) {
                read.put(file.name(), root);
            }
        }
        return read;
    }
}
