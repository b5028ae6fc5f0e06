package fairlead.fuzz;

import fairlead.schema.arn.Arn;
import fairlead.schema.arn.ArnTemplate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// ARNs and their templates: a line with a template, then an ARN.
final class ArnFuzz implements FuzzTarget {

    /// What a regular expression, which tries everything, is asked as well.
    private static final int SHORT = 60;

    private static final int FEW = 3;

    @Override
    public void run(byte[] input) {
        List<String> lines = Input.lines(input, 2);
        String arn = lines.get(1);
        Arn.parse(arn).ifPresent(parsed -> {
            Law.same(parsed.toString(), arn, "an ARN that is read and written");
            Law.holds(
                    !parsed.service().isEmpty() && !parsed.resource().isEmpty(), "an ARN has a service and a resource");
        });
        try {
            ArnTemplate template = ArnTemplate.parse(lines.get(0));
            Law.same(ArnTemplate.parse(template.toString()), template, "a template that is written and read");
            Law.same(template.renamed(name -> name).labels(), template.labels(), "labels that keep their names");
            template.service().ifPresent(service -> Law.holds(!service.isEmpty(), "a service has a name"));
            if (arn.length() <= SHORT && template.labels().size() <= FEW) {
                Law.same(
                        template.identifiers(arn),
                        ReferenceArns.identifiers(lines.get(0), arn),
                        "what a regular expression finds");
            }
            template.read(arn).ifPresent(read -> {
                Law.holds(read.identifiers().keySet().equals(Set.copyOf(template.labels())), "every label has a value");
                String written = template.expand(read.place(), read.identifiers());
                Law.same(written, arn, "an ARN that is read and written by its template");
                Law.same(template.read(written), Optional.of(read), "the same identifiers each time");
            });
        } catch (IllegalArgumentException refused) {
            Law.holds(refused.getMessage() != null, "a refusal says why");
        }
    }
}
