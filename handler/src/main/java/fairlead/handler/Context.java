package fairlead.handler;

import java.time.Clock;
import java.time.Instant;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What surrounds a call.
///
/// The control plane makes one for each call. A test of a handler makes its own with [#builder], and says only what
/// the handler looks at.
public final class Context {

    private final String typeName;
    private final String account;
    private final String region;
    private final String name;
    private final Tags tags;
    private final String token;
    private final int attempt;
    private final Instant deadline;
    private final ObjectNode configuration;
    private final Clock clock;
    private final Trace trace;
    private final String id;
    private final ObjectNode sku;
    private final Client client;

    private Context(Builder builder) {
        typeName = builder.typeName;
        account = builder.account;
        region = builder.region;
        name = builder.name;
        tags = builder.tags;
        token = builder.token;
        attempt = builder.attempt;
        deadline = builder.deadline;
        configuration = builder.configuration;
        clock = builder.clock;
        trace = builder.trace;
        id = builder.id;
        sku = builder.sku;
        client = builder.client;
    }

    /// A context of what every call has. All else is empty until it is set, and it is the first attempt.
    public static Builder builder(String typeName, String token, Instant deadline, Clock clock) {
        return new Builder(typeName, token, deadline, clock);
    }

    /// The resource type's name, `Organization::Service::Resource`.
    public String typeName() {
        return typeName;
    }

    /// The account (an ARM subscription) on whose behalf the call is made.
    public String account() {
        return account;
    }

    /// The region (an ARM location) of the resource.
    public String region() {
        return region;
    }

    /// The name by which callers address the resource: its name in their program. Empty in a list.
    public String name() {
        return name;
    }

    /// The caller's tags, beside the properties.
    public Tags tags() {
        return tags;
    }

    /// The idempotency token: one for each operation, the same in every call made for it.
    public String token() {
        return token;
    }

    /// 1 for the first call of a step; higher when a call is repeated after a failure or a crash.
    public int attempt() {
        return attempt;
    }

    /// When the call has to have returned.
    public Instant deadline() {
        return deadline;
    }

    /// The type configuration that the operator has set, valid against the schema's `typeConfiguration`; empty where
    /// the type declares none.
    public ObjectNode configuration() {
        return configuration;
    }

    /// The time. Handlers use it rather than the system's, so that tests can set it.
    public Clock clock() {
        return clock;
    }

    /// The ids of the request that began the work, for logs and for requests to others.
    public Trace trace() {
        return trace;
    }

    /// The id of the resource, as the Azure Resource Manager protocol writes it. Empty in a list and in tests.
    public String id() {
        return id;
    }

    /// The SKU in which the resource is asked for: `name`, and `tier`, `size`, `family`, `capacity` where it has them.
    /// Empty if its type has none.
    public ObjectNode sku() {
        return sku;
    }

    /// For internal calls on behalf of the resource. Without a control plane behind the call, they all fail.
    public Client client() {
        return client;
    }

    /// Collects what surrounds a call.
    public static final class Builder {

        private final String typeName;
        private final String token;
        private final Instant deadline;
        private final Clock clock;
        private String account = "";
        private String region = "";
        private String name = "";
        private Tags tags = Tags.NONE;
        private int attempt = 1;
        private ObjectNode configuration = JsonNodeFactory.instance.objectNode();
        private Trace trace = Trace.NONE;
        private String id = "";
        private ObjectNode sku = JsonNodeFactory.instance.objectNode();
        private Client client = Client.none();

        private Builder(String typeName, String token, Instant deadline, Clock clock) {
            this.typeName = typeName;
            this.token = token;
            this.deadline = deadline;
            this.clock = clock;
        }

        /// Where the resource is, and for whom.
        public Builder in(String account, String region) {
            this.account = account;
            this.region = region;
            return this;
        }

        /// The account that has been given so far; empty if none.
        public String account() {
            return account;
        }

        public Builder name(String name) {
            this.name = name;
            return this;
        }

        public Builder id(String id) {
            this.id = id;
            return this;
        }

        public Builder tags(Tags tags) {
            this.tags = tags;
            return this;
        }

        public Builder sku(ObjectNode sku) {
            this.sku = sku;
            return this;
        }

        public Builder attempt(int attempt) {
            this.attempt = attempt;
            return this;
        }

        public Builder configuration(ObjectNode configuration) {
            this.configuration = configuration;
            return this;
        }

        public Builder trace(Trace trace) {
            this.trace = trace;
            return this;
        }

        public Builder client(Client client) {
            this.client = client;
            return this;
        }

        public Context build() {
            return new Context(this);
        }
    }
}
