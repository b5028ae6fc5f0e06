package fairlead.contract.report;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.result.Report;
import fairlead.contract.suite.SampleReports;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.node.ObjectNode;

/// The forms of a report.
class ReportsTest {

    private static final Report KEPT = SampleReports.kept();
    private static final Report BROKEN = SampleReports.broken();
    private static final Report REFUSED = SampleReports.refused();

    @Test
    void theTableHasALineForEachRule() {
        String text = new TextReport(false).render(KEPT);
        assertThat(text.lines().filter(line -> line.matches("(ok|-|FAIL|\\(f\\)) .*")))
                .hasSize(Rule.values().length);
        assertThat(text).contains("The contract is kept: ");
    }

    @Test
    void theTableQuotesTheSentenceThatIsBroken() {
        String text = new TextReport(true).render(BROKEN);
        assertThat(text)
                .contains("FAIL")
                .contains("create.idempotent\u001b[0m: \"A `create` handler MUST be idempotent.\"")
                .contains("The contract is broken: ");
    }

    @Test
    void theXmlIsWellFormedAndCounts() throws Exception {
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JunitReport.render(BROKEN))));
        assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(Rule.values().length);
        assertThat(xml.getElementsByTagName("failure").getLength())
                .isEqualTo(BROKEN.failed().size());
    }

    @Test
    void theXmlOfARefusalHasAnError() throws Exception {
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JunitReport.render(REFUSED))));
        assertThat(xml.getElementsByTagName("error").getLength()).isEqualTo(1);
        assertThat(xml.getDocumentElement().getAttribute("tests"))
                .isEqualTo("" + xml.getElementsByTagName("testcase").getLength());
    }

    @Test
    void theJsonHasTheVerdictAndTheDigest() {
        ObjectNode json = JsonReport.render(BROKEN);
        assertThat(json.path("verdict").asString()).isEqualTo("failed");
        assertThat(json.path("digest").asString()).hasSize(64);
        assertThat(json.path("rules").size()).isEqualTo(Rule.values().length);
        assertThat(JsonReport.render(REFUSED).path("verdict").asString()).isEqualTo("inconclusive");
    }

    @Test
    void thePageNeedsNothingElse() {
        String html = new HtmlReport(true).render(BROKEN);
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("create.idempotent")
                .contains("The calls up to there")
                .doesNotContain("src=", "url(", "@import")
                .doesNotContainPattern("href=\"[^#]");
    }

    @Test
    void theTableOfThePageLeadsToWhatIsBroken() {
        assertThat(new HtmlReport(true).render(BROKEN))
                .contains("<blockquote>A <code>create</code> handler MUST be idempotent.</blockquote>")
                .contains("<a href=\"#create.idempotent\"><code>create.idempotent</code></a>")
                .contains("id=\"create.idempotent\"");
    }

    @Test
    void thePageShowsNoInputsWhereItMayNot() {
        assertThat(new HtmlReport(false).render(BROKEN)).doesNotContain("Made with", "The calls up to there");
    }

    @Test
    void thePageEscapesWhatHandlersSay() {
        assertThat(new HtmlReport(true).render(REFUSED)).contains("Not &lt;you&gt;.");
    }
}
