package fairlead.server.registry;

import fairlead.server.arm.Plane;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// What an AWS client sends, as far as development mode looks at it: any key, and a signature that is not checked.
public final class AwsClient implements AutoCloseable {

    private final Plane plane;
    private final HttpClient client = HttpClient.newHttpClient();

    public AwsClient(Plane plane) {
        this.plane = plane;
    }

    /// An answer in XML.
    public record Answer(HttpResponse<byte[]> response) {

        public int status() {
            return response.statusCode();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        /// The text of the first element of that name; no characters if there is none.
        public String value(String element) {
            List<String> all = values(element);
            return all.isEmpty() ? "" : all.getFirst();
        }

        /// The texts of all elements of that name.
        public List<String> values(String element) {
            NodeList nodes = document().getElementsByTagName(element);
            List<String> values = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                values.add(nodes.item(i).getTextContent());
            }
            return values;
        }

        private Document document() {
            try {
                return DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(text())));
            } catch (SAXException | IOException | ParserConfigurationException malformed) {
                throw new IllegalStateException(text(), malformed);
            }
        }
    }

    /// Calls an action of CloudFormation.
    ///
    /// @param parameters names and values in turns
    public Answer call(String action, String... parameters) {
        return post("cloudformation", "2010-05-15", action, parameters);
    }

    /// Calls an action by the Query protocol.
    public Answer post(String service, String version, String action, String... parameters) {
        String form = form(version, action, parameters);
        return send(signed(service, "/")
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                .POST(BodyPublishers.ofString(form)));
    }

    /// The parameters, encoded.
    static String form(String version, String action, String... parameters) {
        StringBuilder form = new StringBuilder("Action=" + action + "&Version=" + version);
        for (int i = 0; i < parameters.length; i += 2) {
            form.append('&').append(parameters[i]).append('=');
            form.append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
        }
        return form.toString();
    }

    /// A request to S3.
    public Answer s3(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = signed("s3", path).method(method, BodyPublishers.ofByteArray(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    public Answer get(String path) {
        return send(signed("cloudformation", path).GET());
    }

    /// A request whose signature names the service, and is none.
    public HttpRequest.Builder signed(String service, String path) {
        return HttpRequest.newBuilder(URI.create(plane.url() + path))
                .header("X-Amz-Date", "20261121T120000Z")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu-west-1/" + service
                                + "/aws4_request, SignedHeaders=host;x-amz-date, Signature=" + "0".repeat(64));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(client.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
