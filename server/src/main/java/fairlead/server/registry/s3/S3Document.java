package fairlead.server.registry.s3;

import fairlead.server.http.Response;
import fairlead.server.registry.query.XmlWriter;
import java.util.function.Consumer;

/// An answer in XML, in the namespace of S3.
final class S3Document {

    private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

    private S3Document() {}

    static Response of(int status, String root, Consumer<XmlWriter> body) {
        return Response.of(
                status,
                "application/xml",
                new XmlWriter().root(root, NAMESPACE, body).bytes());
    }
}
