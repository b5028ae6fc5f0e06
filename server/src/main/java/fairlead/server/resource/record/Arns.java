package fairlead.server.resource.record;

import fairlead.schema.PropertyPath;
import fairlead.schema.arn.Arn;
import fairlead.schema.arn.Place;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Accounts;
import fairlead.server.type.ArnForm;
import fairlead.server.type.ArnForm.Told;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The ARNs of resources, in both directions. The [ArnForm] of a resource's type says how they are written.
///
/// Several types may have one form, and a handler may return one ARN for several resources. So an ARN can mean
/// several resources, and the records decide which of them exist. Resources that are not recorded are not found.
public final class Arns {

    /// Says the ARN of a resource that does not show it itself.
    public static final String HEADER = "x-fairlead-arn";

    /// The partition of all. Tools of AWS accept no others than its own.
    private static final String PARTITION = "aws";

    private final ResourceStore store;
    private final Database database;
    private final Types types;
    private final Accounts accounts;

    public Arns(Database database, Types types, Accounts accounts) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.accounts = accounts;
    }

    /// The twelve digits of a subscription's account.
    public String account(String subscription) {
        return accounts.number(subscription);
    }

    /// The ARN of a resource; empty as long as its handler has not told what it takes.
    public Optional<String> of(Resource resource) {
        return form(resource) instanceof Told told ? told.in(Documents.object(resource.properties())) : given(resource);
    }

    /// As [#of], of what is not among the resource's properties anyway. Nothing is parsed.
    public Optional<String> given(Resource resource) {
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        return resource.identifier()
                .flatMap(identifier -> given(type, resource.id().subscription(), resource.location(), identifier));
    }

    /// As [#given(Resource)], of a resource that need have no record.
    public Optional<String> given(TypeVersion type, String subscription, String location, String identifier) {
        return ArnForm.of(type).of(place(subscription, location), identifier);
    }

    /// An ARN as the value of a header: what is no printable character of ASCII is percent-encoded.
    public static String header(String arn) {
        StringBuilder text = new StringBuilder();
        for (byte one : arn.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = one >= ' ' && one <= '~';
            text.append(plain ? String.valueOf((char) one) : "%%%02X".formatted(one));
        }
        return text.toString();
    }

    private ArnForm form(Resource resource) {
        return ArnForm.of(types.version(resource.typeName(), resource.typeVersion()));
    }

    private Place place(String subscription, String location) {
        return new Place(PARTITION, location, accounts.number(subscription));
    }

    /// The resources that an ARN means: none, mostly one, perhaps several.
    public List<Resource> find(String arn) {
        return database.read(transaction -> find(transaction, arn));
    }

    /// As [#find], of one account in one region. What has no region in its ARN is in all of them.
    public List<Resource> find(String subscription, String location, String arn) {
        boolean everywhere =
                Arn.parse(arn).filter(parts -> parts.region().isEmpty()).isPresent();
        return find(arn).stream()
                .filter(resource -> resource.id().subscription().equals(subscription)
                        && (everywhere || resource.location().equals(location)))
                .toList();
    }

    private List<Resource> find(Transaction transaction, String arn) {
        Map<UUID, Resource> found = new LinkedHashMap<>();
        store.findTold(transaction, arn).forEach(resource -> found.put(resource.uid(), resource));
        for (RegisteredType type : types.all()) {
            ArnForm.of(type.current())
                    .read(arn)
                    .ifPresent(meant -> store.findIdentified(transaction, type.name(), meant.identifier())
                            .forEach(resource -> found.put(resource.uid(), resource)));
        }
        return found.values().stream()
                .filter(resource -> of(resource).filter(arn::equals).isPresent())
                .toList();
    }

    /// Whether some type that is offered to the account has ARNs of that form.
    public boolean isOfServedType(String account, String arn) {
        return types.offeredTo(account).all().stream()
                .anyMatch(type -> ArnForm.of(type.current()).read(arn).isPresent());
    }

    /// The identifier that an ARN stands for, where the type says that it does: by the template of its registration, or
    /// because the ARN is one of its additional identifiers.
    public Optional<ObjectNode> identifier(TypeVersion type, String subscription, String location, String arn) {
        return switch (ArnForm.of(type)) {
            case ArnForm.Declared form ->
                form.read(arn)
                        .map(ArnForm.Meant::identifier)
                        .filter(identifier -> form.of(place(subscription, location), identifier)
                                .filter(arn::equals)
                                .isPresent())
                        .map(type.schema()::parseIdentifier);
            case Told(var path) ->
                type.schema().additionalIdentifiers().contains(List.of(path))
                        ? Optional.of(model(path, arn))
                        : Optional.empty();
            case ArnForm.House _ -> Optional.empty();
        };
    }

    private static ObjectNode model(PropertyPath path, String arn) {
        ObjectNode model = Documents.empty();
        path.set(model, model.stringNode(arn));
        return model;
    }

    /// What a resource's handler tells of its ARN, in the properties that are about to be stored.
    public static Optional<String> told(TypeVersion type, byte[] properties) {
        return ArnForm.of(type) instanceof Told told ? told.in(Documents.object(properties)) : Optional.empty();
    }
}
