package fairlead.smithy.data;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.data.DataClass;
import fairlead.smithy.Models;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;

class DataClassesTest {

    private static final Model MODEL =
            Models.parse("example.smithy", """
                $version: "2"
                namespace example
                use aws.api#data

                @data("permissions")
                structure MyStructure {
                    name: String

                    @data("content")
                    content: String

                    tags: TagList
                    byName: Notes
                    self: MyStructure
                }

                @data("tagging")
                list TagList {
                    member: String
                }

                map Notes {
                    key: String
                    value: Note
                }

                structure Note {
                    text: String
                }

                structure Plain {
                    note: Note
                }
                """).model().orElseThrow();

    private static final DataClasses CLASSES = new DataClasses(MODEL);

    private static Shape shape(String name) {
        return MODEL.expectShape(ShapeId.from("example#" + name));
    }

    @Test
    void areTheMembersOwnThenTheTargetsThenTheContainers() {
        assertThat(CLASSES.within(shape("MyStructure")))
                .containsAllEntriesOf(Map.of(
                        "",
                        DataClass.PERMISSIONS,
                        "/name",
                        DataClass.PERMISSIONS,
                        "/content",
                        DataClass.CONTENT,
                        "/tags",
                        DataClass.TAGGING,
                        "/tags/*",
                        DataClass.TAGGING));
    }

    @Test
    void areHandedDownByMapsToo() {
        assertThat(CLASSES.at(shape("MyStructure"), List.of("byName", "any", "text")))
                .contains(DataClass.PERMISSIONS);
    }

    @Test
    void belongToAPathAndNotToAShape() {
        assertThat(CLASSES.at(shape("Plain"), List.of("note", "text"))).isEmpty();
        assertThat(CLASSES.within(shape("Plain"))).isEmpty();
    }

    @Test
    void endWhereAShapeIsWithinItself() {
        assertThat(CLASSES.within(shape("MyStructure"))).containsKey("/self").doesNotContainKey("/self/self");
    }

    @Test
    void ofWhatIsNotThereAreNone() {
        assertThat(CLASSES.at(shape("MyStructure"), List.of("name", "more"))).isEmpty();
    }
}
