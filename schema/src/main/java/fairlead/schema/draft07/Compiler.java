package fairlead.schema.draft07;

import fairlead.schema.text.NearestPointer;
import fairlead.schema.text.PointerSteps;
import fairlead.schema.text.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Compiles schema documents to [Shape]s, following references within and between the documents it is given.
///
/// It never fails: it leaves out what it can't compile and reports it as a [Flaw]. Use one compiler for one set
/// of documents, on one thread.
public final class Compiler {

    private final Documents documents;
    private final Map<Address, Shape> shapes = new LinkedHashMap<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final List<Flaw> flaws = new ArrayList<>();
    private String home = "";
    private final Cycles cycles = new Cycles(flaws);

    /// A schema's place among the documents.
    record Address(String document, String pointer) {

        Address child(String step) {
            return new Address(document, pointer + "/" + PointerSteps.escape(step));
        }

        Address child(int index) {
            return new Address(document, pointer + "/" + index);
        }
    }

    private record Pending(Address address, Shape shape) {}

    /// @param documents the schema documents, by the absolute or relative URI that references use for them
    public Compiler(Map<String, JsonNode> documents) {
        this(documents, "");
    }

    /// @param itself the URI by which each document may refer to itself, whatever it is called
    public Compiler(Map<String, JsonNode> documents, String itself) {
        this.documents = new Documents(documents, itself);
    }

    /// The schema at a JSON pointer of a document.
    public Shape compile(String document, String pointer) {
        Address address = new Address(document, pointer);
        home = home.isEmpty() ? document : home;
        Shape shape = at(address, documents.at(address));
        finish();
        return shape;
    }

    /// What could not be compiled, in the order of the documents.
    public List<Flaw> flaws() {
        return List.copyOf(flaws);
    }

    /// What objects require although nothing at their place declares it, as flaws of the kind `required-unknown`, and
    /// what their dependencies speak of, `dependency-unknown`.
    public List<Flaw> unknownRequired() {
        return new Requirements(shapes.values()).unknown();
    }

    /// The shape of a schema; it is filled later, so that deep and circular schemas need no recursion.
    Shape at(Address address, JsonNode schema) {
        Shape known = shapes.get(address);
        if (known != null) {
            return known;
        }
        Shape shape = new Shape(written(address), schema);
        shapes.put(address, shape);
        pending.add(new Pending(address, shape));
        return shape;
    }

    void flaw(String kind, Address address, String message) {
        flaws.add(new Flaw(kind, written(address), message));
    }

    /// A pointer in the document that was asked for first; in another one, its URI and the pointer.
    private String written(Address address) {
        return address.document.equals(home) ? address.pointer : address.document + "#" + address.pointer;
    }

    private void finish() {
        List<Shape> fresh = new ArrayList<>();
        while (!pending.isEmpty()) {
            Pending next = pending.poll();
            fill(next.address, next.shape);
            fresh.add(next.shape);
        }
        cycles.cut(fresh);
    }

    private void fill(Address address, Shape shape) {
        JsonNode schema = shape.source();
        if (schema.isBoolean()) {
            shape.forbidden = !schema.booleanValue();
        } else if (!schema.isObject()) {
            flaw("keyword", address, "expected a schema, found " + Shown.of(schema));
        } else if (schema.has("$ref")) {
            refer(address, shape, schema.path("$ref"));
        } else {
            new Keywords(this, address, schema).fill(shape);
        }
    }

    private void refer(Address address, Shape shape, JsonNode reference) {
        Address from = address.child("$ref");
        if (!reference.isString()) {
            flaw("keyword", from, "expected a reference, found " + Shown.of(reference));
            return;
        }
        String text = reference.stringValue();
        switch (documents.resolve(from, text)) {
            case Documents.Target.Found(Address to) -> refer(from, shape, text, to);
            case Documents.Target.Malformed() ->
                flaw(
                        "ref-malformed",
                        from,
                        "expected a reference such as #/definitions/Name, found '" + text + "'" + slash(from, text));
            case Documents.Target.Elsewhere() ->
                flaw("ref-remote", from, "expected a reference within this document (#/…), found '" + text + "'");
        }
    }

    /// The same with the slash that a pointer begins with, if that leads somewhere.
    private String slash(Address from, String text) {
        int hash = text.indexOf('#');
        String pointer = "/" + text.substring(hash + 1);
        JsonNode document = documents.at(new Address(from.document, ""));
        Optional<String> meant = hash != 0
                ? Optional.empty()
                : document.at(pointer).isMissingNode() ? NearestPointer.of(document, pointer) : Optional.of(pointer);
        return Spelling.hint(meant.map(found -> "#" + found));
    }

    private void refer(Address from, Shape shape, String text, Address to) {
        JsonNode schema = documents.at(to);
        if (schema.isMissingNode()) {
            String document = text.substring(0, Math.max(0, text.indexOf('#')));
            Optional<String> meant = NearestPointer.of(documents.at(new Address(to.document, "")), to.pointer)
                    .map(pointer -> document + "#" + pointer);
            flaw("ref-missing", from, "expected something at '" + text + "', found nothing" + Spelling.hint(meant));
        } else if (!schema.isObject() && !schema.isBoolean()) {
            flaw("ref-place", from, "expected a schema at '" + text + "', found " + Shown.of(schema));
        } else {
            shape.target = at(to, schema);
        }
    }
}
