package fairlead.smithy.plane;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.Models;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

class PlanesTest {

    private static final Model MODEL =
            Models.parse("example.smithy", """
                $version: "2"
                namespace example
                use aws.api#controlPlane
                use aws.api#dataPlane

                @controlPlane
                service Managed {
                    version: "1"
                    resources: [Cellar]
                    operations: [Drink, Describe]
                }

                service Silent {
                    version: "1"
                    operations: [Describe]
                }

                resource Cellar {
                    identifiers: {id: String}
                    read: GetCellar
                    resources: [Bottle]
                }

                @dataPlane
                resource Bottle {
                    identifiers: {id: String, bottle: String}
                    read: GetBottle
                    operations: [Label]
                }

                @readonly
                operation GetCellar { input := { @required id: String } }

                @readonly
                operation GetBottle { input := { @required id: String, @required bottle: String } }

                @controlPlane
                operation Label { input := { @required id: String, @required bottle: String } }

                @dataPlane
                operation Drink {}

                operation Describe {}
                """).model().orElseThrow();

    private static Planes planes(String service) {
        return Planes.of(MODEL, MODEL.expectShape(ShapeId.from("example#" + service), ServiceShape.class));
    }

    @ParameterizedTest
    @CsvSource({
        "Cellar, CONTROL",
        "GetCellar, CONTROL",
        "Bottle, DATA",
        "GetBottle, DATA",
        "Label, CONTROL",
        "Drink, DATA",
        "Describe, CONTROL"
    })
    void areInheritedUnlessAShapeSaysItself(String shape, Plane plane) {
        assertThat(planes("Managed").declared(ShapeId.from("example#" + shape))).contains(plane);
    }

    @Test
    void withoutThePlaneTraitAreControl() {
        Planes silent = planes("Silent");
        assertThat(silent.declared(ShapeId.from("example#Describe"))).isEmpty();
        assertThat(silent.effective(ShapeId.from("example#Describe"))).isEqualTo(Plane.CONTROL);
    }
}
