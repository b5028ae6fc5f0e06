package fairlead.server.type;

import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.data.DataClass;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.type.archive.TypeArchive;
import fairlead.server.type.composite.CompositeDepth;
import fairlead.server.type.composite.CompositeType;
import fairlead.server.type.composite.Composites;
import fairlead.server.type.definition.Composition;
import fairlead.server.type.definition.Registration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/// Says what is wrong with a template that is to be the handler of a type.
final class TemplateCheck {

    private final Composites composites;
    private final Catalog catalog;
    private final Optional<String> account;

    /// @param account that registers; empty for the operator
    TemplateCheck(Composites composites, Catalog catalog, Optional<String> account) {
        this.composites = composites;
        this.catalog = catalog;
        this.account = account;
    }

    List<Detail> faults(Path folder, ResourceSchema schema, Registration registration) {
        Composition composition = registration.template().orElseThrow();
        CompositeType type =
                new CompositeType(schema, text(folder), registration.data().of(DataClass.SECRET));
        List<Detail> wrong = new ArrayList<>(composites.faults(type, account.orElse("")));
        SequencedSet<String> uses = composites.uses(type.template());
        List<String> declared =
                composition.uses().stream().map(TypeName::toString).toList();
        if (wrong.isEmpty() && !declared.equals(List.copyOf(uses))) {
            wrong.add(new Detail(
                    "registration.template",
                    "expected the types that the template uses, " + uses + "; found " + declared,
                    TypeArchive.REGISTRATION + "#/template/uses"));
        }
        new CompositeDepth(name -> catalog.find(name)
                        .flatMap(known -> known.current().registration().template()))
                .fault(type.name(), composition)
                .ifPresent(message -> wrong.add(
                        new Detail("registration.template-depth", message, CompositeType.FILE + "#/Resources")));
        return wrong;
    }

    /// The text of a template in a folder of unpacked files.
    static String text(Path folder) {
        try {
            return Files.readString(folder.resolve(CompositeType.FILE));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("can't read " + CompositeType.FILE, unreadable);
        }
    }
}
