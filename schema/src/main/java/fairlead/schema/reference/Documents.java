package fairlead.schema.reference;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Where schema documents are found by their URI.
///
/// A reference is resolved against the `$id` of the document that has it; in a document without one the URI is
/// relative, `aws-ec2-vpc.json` for example.
@FunctionalInterface
public interface Documents {

    /// Looks for a document. The URI has no fragment.
    Lookup find(URI uri);

    /// No documents at all.
    static Documents none() {
        return uri -> Lookup.Missing.because("other documents are not looked for here");
    }

    /// These, and the others where these have no such document.
    default Documents or(Documents others) {
        return uri -> switch (find(uri)) {
            case Lookup.Found found -> found;
            case Lookup.Missing(var why) ->
                switch (others.find(uri)) {
                    case Lookup.Found found -> found;
                    case Lookup.Missing(var more) -> {
                        List<String> all = new ArrayList<>(why);
                        all.addAll(more);
                        yield new Lookup.Missing(all);
                    }
                };
        };
    }

    /// These, as long as there is time: what is asked for later is not looked for.
    default Documents until(Instant deadline, InstantSource clock) {
        return uri -> clock.instant().isBefore(deadline)
                ? find(uri)
                : Lookup.Missing.because("the time for finding documents was over");
    }

    /// The last part of a URI's path, by which folders and types know a document; empty if there is none.
    static String fileName(URI uri) {
        String path = uri.getPath() == null ? "" : uri.getPath();
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.equals("..") || name.equals(".") || name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0 ? "" : name;
    }

    /// The file name under which the schema of a type is published: `aws-ec2-vpc.json` for `AWS::EC2::VPC`.
    static String fileName(String typeName) {
        return typeName.toLowerCase(java.util.Locale.ROOT).replace("::", "-") + ".json";
    }

    /// The type whose schema a document is; empty if it names none.
    static String typeName(JsonNode document) {
        return document.path("typeName").asString("");
    }
}
