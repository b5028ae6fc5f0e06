package fairlead.server.resource.record;

/// The part of a resource's record that is needed before its handler is called to read it.
public record IdentifierRecord(ResourceId id, int typeVersion) {

    public static IdentifierRecord of(Resource resource) {
        return new IdentifierRecord(resource.id(), resource.typeVersion());
    }
}
