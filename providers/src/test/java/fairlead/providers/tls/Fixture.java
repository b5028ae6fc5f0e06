package fairlead.providers.tls;

import fairlead.handler.Progress;
import fairlead.handler.ResourceType;
import fairlead.handler.testing.ManualWorker;
import fairlead.handler.testing.SettableClock;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Both types over one folder. Every call is made twice, as after a crash before the answer was stored.
final class Fixture {

    final Path keys;
    final SettableClock clock = SettableClock.atNoon();
    final ManualWorker authorities;
    final ManualWorker certificates;
    final Openssl openssl;

    Fixture(Path folder) {
        keys = folder.resolve("keys");
        List<ResourceType> types = TlsTypes.all(keys);
        authorities = worker(types.get(0));
        certificates = worker(types.get(1));
        openssl = new Openssl(folder);
    }

    private ManualWorker worker(ResourceType type) {
        return new ManualWorker(
                        type.schema().path("typeName").asString(),
                        type.handler().get(),
                        clock)
                .repeatingEveryCall();
    }

    /// JSON with single quotes.
    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    static ObjectNode done(Progress progress) {
        if (progress instanceof Progress.Done(ObjectNode properties)) {
            return properties;
        }
        throw new AssertionError("expected done, found " + progress);
    }

    static Progress.Failed failed(Progress progress) {
        if (progress instanceof Progress.Failed failed) {
            return failed;
        }
        throw new AssertionError("expected failed, found " + progress);
    }

    static String text(ObjectNode model, String property) {
        return model.path(property).asString();
    }

    static ObjectNode authority(String name) {
        return json("{'Name':'%s','Subject':{'CommonName':'Initech Root','Organization':'Initech'}}".formatted(name));
    }

    static ObjectNode authorityId(String name) {
        return JsonNodeFactory.instance.objectNode().put("Name", name);
    }

    static ObjectNode certificateId(String authority, String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("AuthorityName", authority)
                .put("Name", name);
    }

    ObjectNode newAuthority(String name) {
        return done(authorities.create(authority(name)));
    }

    ObjectNode readAuthority(String name) {
        return done(authorities.read(authorityId(name)));
    }

    /// A certificate for `www.initech.test` without a key.
    static ObjectNode keyless(String authority, String name) {
        return certificateId(authority, name)
                .set(
                        "SubjectAlternativeNames",
                        json("{'a':['dns:www.initech.test']}").path("a"));
    }

    ObjectNode withRequest(String authority, String name) {
        return keyless(authority, name).put("SigningRequest", openssl.request(openssl.ecKey()));
    }
}
