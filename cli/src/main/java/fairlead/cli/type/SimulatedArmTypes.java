package fairlead.cli.type;

import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Outline;
import fairlead.cli.terminal.Table;
import fairlead.simulation.azure.AzureTypes;
import fairlead.simulation.azure.AzureTypes.Conversion;
import fairlead.simulation.azure.AzureTypes.LeftOut;
import fairlead.simulation.azure.SimulatedAzureType;
import fairlead.simulation.azure.TypeDefinitions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Registers what Azure's published type definitions describe, as simulated types.
///
/// What a type is nested in goes before it, and an older version before a newer one, so that the newest becomes the
/// default. Each request has the types of one depth and one version.
final class SimulatedArmTypes {

    private static final int MOST_FILES = 400;
    private static final String ENDING = ".json";

    private final Session session;
    private final boolean json;
    private final List<JsonNode> registered = new ArrayList<>();
    private final List<JsonNode> refused = new ArrayList<>();

    SimulatedArmTypes(Session session, boolean json) {
        this.session = session;
        this.json = json;
    }

    /// @param places files, and folders in which files `types*.json` are
    int register(List<Path> places) throws InterruptedException {
        List<TypeDefinitions> definitions = new ArrayList<>();
        for (Path place : places) {
            for (Path file : files(place)) {
                definitions.add(definitions(file));
            }
        }
        Map<String, String> before = new HashMap<>();
        Map<String, String> known = new HashMap<>();
        present(before, known);
        Conversion conversion = AzureTypes.convert(definitions, known);
        for (List<SimulatedAzureType> wave : waves(conversion.types())) {
            send(wave);
        }
        Map<String, String> after = new HashMap<>();
        present(after, new HashMap<>());
        report(conversion, before, after);
        return refused.isEmpty() ? Exit.OK.code() : Exit.INVALID.code();
    }

    // -- files ------------------------------------------------------------------------------------------------------

    private static List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        try (Stream<Path> found = Files.walk(place)) {
            List<Path> files = found.filter(
                            file -> file.getFileName().toString().matches("types(\\..*)?\\.json"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new Refused(Exit.USAGE, "there is no types.json in " + place);
            }
            return files;
        } catch (IOException | UncheckedIOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + place + ": " + unreadable.getMessage());
        }
    }

    private static TypeDefinitions definitions(Path file) {
        try {
            return TypeDefinitions.of(file.toString(), Documents.MAPPER.readTree(Files.readAllBytes(file)));
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + unreadable.getMessage());
        } catch (JacksonException malformed) {
            throw new Refused(Exit.INVALID, file + ": " + malformed.getOriginalMessage());
        } catch (IllegalArgumentException wrong) {
            throw new Refused(Exit.INVALID, String.valueOf(wrong.getMessage()));
        }
    }

    // -- the server -------------------------------------------------------------------------------------------------

    /// What is registered.
    ///
    /// @param digests by type and API version
    /// @param names by ARM type
    private void present(Map<String, String> digests, Map<String, String> names) throws InterruptedException {
        for (JsonNode type : new Pages(session, "/fairlead/types", Integer.MAX_VALUE).trees()) {
            String armType = text(type, "armType");
            names.put(armType, text(type, "typeName"));
            type.path("versions")
                    .forEach(version ->
                            digests.put(armType + "@" + text(version, "apiVersion"), text(version, "digest")));
        }
    }

    private static List<List<SimulatedAzureType>> waves(List<SimulatedAzureType> types) {
        List<List<SimulatedAzureType>> waves = new ArrayList<>();
        List<SimulatedAzureType> wave = new ArrayList<>();
        for (SimulatedAzureType type : types) {
            boolean fits = wave.isEmpty()
                    || (wave.getFirst().depth() == type.depth()
                            && wave.getFirst().apiVersion().equals(type.apiVersion())
                            && wave.size() < MOST_FILES);
            if (!fits) {
                waves.add(wave);
                wave = new ArrayList<>();
            }
            wave.add(type);
        }
        if (!wave.isEmpty()) {
            waves.add(wave);
        }
        return waves;
    }

    private void send(List<SimulatedAzureType> wave) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (SimulatedAzureType type : wave) {
                entry(zip, name(type) + ENDING, type.schema());
                entry(zip, name(type) + ".fairlead" + ENDING, type.registration());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        JsonNode answer = session.server()
                .ask(Request.of(Request.Method.POST, "/fairlead/simulations", "application/zip", bytes.toByteArray()))
                .json();
        answer.path("registered").forEach(registered::add);
        answer.path("refused").forEach(refused::add);
    }

    private static String name(SimulatedAzureType type) {
        return type.armType() + "@" + type.apiVersion();
    }

    private static void entry(ZipOutputStream zip, String name, ObjectNode content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(Documents.MAPPER.writeValueAsBytes(content));
        zip.closeEntry();
    }

    // -- the results ------------------------------------------------------------------------------------------------

    private void report(Conversion conversion, Map<String, String> before, Map<String, String> after) {
        int fresh = 0;
        int changed = 0;
        for (JsonNode type : registered) {
            String version = text(type, "armType") + "@" + text(type, "apiVersion");
            if (!before.containsKey(version)) {
                fresh++;
            } else if (!before.get(version).equals(after.get(version))) {
                changed++;
            }
        }
        if (json) {
            printJson(conversion, fresh, changed);
            return;
        }
        table(versions());
        notes(conversion);
        leftOut(conversion.leftOut());
        refused();
        session.out().flush();
        session.done("%d versions are simulated: %d new, %d changed, %d as before; %d left out, %d refused"
                .formatted(
                        registered.size(),
                        fresh,
                        changed,
                        registered.size() - fresh - changed,
                        conversion.leftOut().size(),
                        refused.size()));
    }

    private Map<String, Set<String>> versions() {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        registered.forEach(type -> add(versions, text(type, "armType"), text(type, "apiVersion")));
        return versions;
    }

    private void table(Map<String, Set<String>> cells) {
        if (!cells.isEmpty()) {
            Table table = new Table().key("TYPE").key("API VERSIONS");
            cells.forEach((type, set) -> table.row(type, String.join(", ", set)));
            session.print(table);
        }
    }

    private void notes(Conversion conversion) {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        conversion
                .types()
                .forEach(type ->
                        type.notes().forEach(note -> add(versions, type.armType() + "\n" + note, type.apiVersion())));
        print("NOT KEPT", versions);
    }

    private void leftOut(List<LeftOut> leftOut) {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        leftOut.forEach(type -> add(versions, type.armType() + "\n" + type.reason(), type.apiVersion()));
        print("LEFT OUT", versions);
    }

    private void refused() {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        for (JsonNode type : refused) {
            String file = text(type, "file");
            String name = file.substring(0, file.length() - ENDING.length());
            List<String> reasons = type.path("details")
                    .valueStream()
                    .map(detail -> text(detail, "message") + " [" + text(detail, "code") + "]")
                    .toList();
            String reason = reasons.isEmpty() ? text(type, "message") : String.join("; ", reasons);
            int at = name.lastIndexOf('@');
            add(versions, name.substring(0, at) + "\n" + reason, name.substring(at + 1));
        }
        print("REFUSED", versions);
    }

    /// @param versions by type and reason
    private void print(String heading, Map<String, Set<String>> versions) {
        if (!versions.isEmpty()) {
            Table table = new Table().key(heading).key("API VERSIONS").key("WHY");
            versions.forEach((key, set) -> {
                int end = key.indexOf('\n');
                table.row(key.substring(0, end), String.join(", ", set), key.substring(end + 1));
            });
            session.print(List.of(""));
            session.print(table);
        }
    }

    private static void add(Map<String, Set<String>> map, String key, String value) {
        map.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(value);
    }

    private void printJson(Conversion conversion, int fresh, int changed) {
        ObjectNode answers = Documents.MAPPER.createObjectNode();
        answers.put("new", fresh).put("changed", changed);
        ArrayNode all = answers.putArray("registered");
        registered.forEach(all::add);
        ArrayNode notes = answers.putArray("notKept");
        conversion
                .types()
                .forEach(type -> type.notes()
                        .forEach(note -> notes.addObject()
                                .put("armType", type.armType())
                                .put("apiVersion", type.apiVersion())
                                .put("reason", note)));
        ArrayNode leftOut = answers.putArray("leftOut");
        conversion
                .leftOut()
                .forEach(type -> leftOut.addObject()
                        .put("armType", type.armType())
                        .put("apiVersion", type.apiVersion())
                        .put("reason", type.reason()));
        answers.putArray("refused").addAll(refused);
        session.print(Documents.MAPPER.writeValueAsBytes(answers));
    }

    private static String text(JsonNode node, String key) {
        return Outline.scalar(node.path(key));
    }
}
