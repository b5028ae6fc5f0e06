package fairlead.schema.check;

import fairlead.schema.Finding;
import fairlead.schema.Finding.Severity;
import java.util.Set;

/// By whose measure a finding is an error.
public enum Measure {
    /// What can't be registered here is an error.
    FAIRLEAD {
        @Override
        Finding weigh(Finding finding) {
            return finding;
        }
    },
    /// What neither the CloudFormation CLI nor the CloudFormation resource schema library refuses is a warning, and
    /// what they refuse beyond us an error.
    CLOUDFORMATION {
        @Override
        Finding weigh(Finding finding) {
            if (finding.id().equals("schema.size")) {
                return finding.as(Severity.ERROR);
            }
            return finding.isError() && passes(finding) ? finding.as(Severity.WARNING) : finding;
        }
    };

    /// They never ask where a path leads, nor whether what is required is there, nor whether anything is replaced.
    private static final Set<String> UNSEEN = Set.of(
            "schema.pointer-missing",
            "schema.identifier-type",
            "schema.identifier-wildcard",
            "schema.required-unknown",
            "schema.dependency-unknown",
            "schema.replacement-strategy",
            "schema.ref-cycle",
            "schema.ref-place",
            "schema.json-duplicate-name");

    abstract Finding weigh(Finding finding);

    private static boolean passes(Finding finding) {
        String pointer = finding.pointer();
        int patterns = pointer.indexOf("/patternProperties/");
        boolean behind = patterns >= 0 && pointer.indexOf('/', patterns + "/patternProperties/".length()) >= 0;
        return UNSEEN.contains(finding.id())
                || behind
                || (pointer.equals("/taggable") && finding.id().equals("schema.tag-update-handler"))
                || pointer.startsWith("/propertyTransform/");
    }
}
