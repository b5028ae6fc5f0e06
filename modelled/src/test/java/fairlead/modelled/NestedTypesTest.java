package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// Which type a nested resource of a model is nested under.
class NestedTypesTest {

    private static final Model MODEL =
            Models.parse("library.smithy", """
                $version: "2"
                namespace library

                use aws.protocols#awsJson1_0

                @awsJson1_0
                service Library { version: "1", resources: [Shelf] }

                resource Shelf {
                    identifiers: { shelfName: String }
                    put: PutShelf
                    read: GetShelf
                    delete: DropShelf
                    resources: [Book, Loan]
                }
                @idempotent operation PutShelf { input := { @required shelfName: String, floor: Integer } }
                @readonly operation GetShelf { input := { @required shelfName: String }, output := { shelfName: String, floor: Integer } }
                @idempotent operation DropShelf { input := { @required shelfName: String } }

                resource Book {
                    identifiers: { shelfName: String, bookName: String }
                    put: PutBook
                    read: GetBook
                    delete: DropBook
                }
                @idempotent operation PutBook {
                    input := { @required shelfName: String, @required bookName: String, pages: Integer }
                }
                @readonly operation GetBook {
                    input := { @required shelfName: String, @required bookName: String }
                    output := { shelfName: String, bookName: String, pages: Integer }
                }
                @idempotent operation DropBook { input := { @required shelfName: String, @required bookName: String } }

                resource Loan {
                    identifiers: { shelfName: String, loanId: String }
                    create: Lend
                    read: GetLoan
                    delete: EndLoan
                }
                operation Lend { input := { @required shelfName: String, to: String }, output := { loanId: String } }
                @readonly operation GetLoan {
                    input := { @required shelfName: String, @required loanId: String }
                    output := { shelfName: String, loanId: String, to: String }
                }
                @idempotent operation EndLoan { input := { @required shelfName: String, @required loanId: String } }
                """).model().orElseThrow();

    private static final List<Conversion.Type> TYPES = Conversion.of(
                    MODEL,
                    MODEL.expectShape(ShapeId.from("library#Library"), ServiceShape.class),
                    new Conversion.Options(Optional.of("Example"), Optional.empty(), false))
            .types();

    private static Conversion.Type type(String resource) {
        return TYPES.stream()
                .filter(type -> type.resource().getName().equals(resource))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void isThatOfTheResourceAroundItIfCallersNameBoth() {
        assertThat(Packaging.parent(MODEL, type("Book"), TYPES)).contains(type("Shelf"));
    }

    @Test
    void isNoneForWhatTheServiceNames() {
        assertThat(Packaging.parent(MODEL, type("Loan"), TYPES)).isEmpty();
    }

    @Test
    void isNoneForAResourceOfTheServiceAndWhereTheParentIsNoType() {
        assertThat(Packaging.parent(MODEL, type("Shelf"), TYPES)).isEmpty();
        assertThat(Packaging.parent(MODEL, type("Book"), List.of(type("Book")))).isEmpty();
    }
}
