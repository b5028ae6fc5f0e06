package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.TemplateException;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.query.QueryParameters;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The templates and policies of requests: in the request itself, or uploaded to this server before. Nothing
/// is fetched from elsewhere: a request can't be used to reach what only the server can reach.
public final class TemplateFiles {

    private static final Pattern AWS_PATH = Pattern.compile("s3[.-][a-z0-9.-]*amazonaws\\.com(\\.cn)?");
    private static final Pattern AWS_HOST = Pattern.compile("(.+)\\.s3[.-][a-z0-9.-]*amazonaws\\.com(\\.cn)?");

    private final PackageStore packages;
    private final boolean anyKey;

    /// @param anyKey whether the server takes any key, and so all packages are the operator's
    public TemplateFiles(PackageStore packages, boolean anyKey) {
        this.packages = packages;
        this.anyKey = anyKey;
    }

    /// The text of the template that a request has; empty if it has none.
    Optional<String> text(StackCall call) {
        QueryParameters parameters = call.parameters();
        Optional<String> body = parameters.text("TemplateBody", StackRules.BODY);
        Optional<String> url = parameters.text("TemplateURL", StackRules.URL);
        parameters.verify();
        if (body.isPresent() && url.isPresent()) {
            throw StackFaults.invalid("You cannot specify both Template URL and Template Body.");
        }
        body.map(StackRules.LIMITS::checkInline)
                .filter(tooLong -> !tooLong.isEmpty())
                .ifPresent(tooLong -> {
                    throw StackFaults.invalid(tooLong);
                });
        return body.or(() -> url.map(address -> fetched(call, address, "TemplateURL")));
    }

    /// A policy that a request has, by either of two names; empty if it has none.
    Optional<String> policy(StackCall call, String name) {
        QueryParameters parameters = call.parameters();
        Optional<String> body = parameters.text(name + "Body", StackRules.POLICY);
        Optional<String> url = parameters.text(name + "URL", StackRules.URL);
        parameters.verify();
        if (body.isPresent() && url.isPresent()) {
            throw StackFaults.invalid("You cannot specify both " + name + "URL and " + name + "Body");
        }
        return body.or(() -> url.map(address -> fetched(call, address, name + "URL")));
    }

    static Template parsed(String text) {
        try {
            return Template.parse(text, StackRules.LIMITS);
        } catch (TemplateException wrong) {
            throw StackFaults.invalid(String.valueOf(wrong.getMessage()));
        }
    }

    private String fetched(StackCall call, String address, String member) {
        return fetched(call.place().subscription(), call.query().baseUrl(), address, member);
    }

    /// A file that was uploaded for an account.
    ///
    /// @param base where the server was asked
    /// @param member what names the address, for messages
    String fetched(String subscription, String base, String address, String member) {
        ObjectName name = name(base, address)
                .orElseThrow(() -> StackFaults.invalid(member + " must be a supported URL: expected " + base
                        + "/BUCKET/KEY, where the file was uploaded to this server before."));
        PackageStore own = packages.of(anyKey ? "" : subscription);
        return own.read(name)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElseThrow(() -> StackFaults.invalid("S3 error: The specified key does not exist. " + member + " "
                        + name + ": upload it to this server first."));
    }

    private static Optional<ObjectName> name(String base, String address) {
        try {
            if (address.startsWith("s3://")) {
                return Optional.of(ObjectName.parse(address));
            }
            URI url = URI.create(address);
            if (url.getHost() == null
                    || url.getPath() == null
                    || !url.getPath().startsWith("/")
                    || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return Optional.empty();
            }
            URI own = URI.create(base);
            String path = url.getPath().substring(1);
            Matcher bucket = AWS_HOST.matcher(url.getHost());
            if (isOwn(own, url) || AWS_PATH.matcher(url.getHost()).matches()) {
                return Optional.of(ObjectName.parse("s3://" + path));
            }
            if (bucket.matches()) {
                return Optional.of(new ObjectName(bucket.group(1), path));
            }
            String host = "." + own.getHost();
            return own.getPort() == url.getPort() && url.getHost().endsWith(host)
                    ? Optional.of(new ObjectName(
                            url.getHost().substring(0, url.getHost().length() - host.length()), path))
                    : Optional.empty();
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    private static boolean isOwn(URI own, URI url) {
        return own.getHost() != null && own.getHost().equalsIgnoreCase(url.getHost()) && own.getPort() == url.getPort();
    }
}
