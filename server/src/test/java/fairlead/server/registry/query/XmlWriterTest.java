package fairlead.server.registry.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class XmlWriterTest {

    /// What XML can't hold is replaced; everything else comes out as it went in.
    @Property(tries = 300)
    void isReadableWhateverIsInIt(@ForAll String text) throws Exception {
        byte[] xml = new XmlWriter()
                .root("root", "http://example.org/", root -> root.text("text", text))
                .bytes();

        String read = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement()
                .getTextContent();

        assertThat(read)
                .isEqualTo(text.codePoints()
                        .map(c -> isReadable(c) ? c : 0xFFFD)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString());
    }

    private static boolean isReadable(int c) {
        boolean isText = c >= 0x20 && c != 0xFFFE && c != 0xFFFF && !(c >= 0xD800 && c <= 0xDFFF);
        return isText || c == '\t' || c == '\n' || c == '\r';
    }

    @Test
    void hasListsOfMembers() {
        XmlWriter xml = new XmlWriter().texts("Names", List.of("a", "b")).texts("None", List.of());

        assertThat(xml).hasToString("<Names><member>a</member><member>b</member></Names><None></None>");
    }
}
