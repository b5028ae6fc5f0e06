package fairlead.server.resource.record;

/// As much of a resource as has to be known before its handler is asked how it is.
public record IdentifierRecord(ResourceId id, int typeVersion) {

    public static IdentifierRecord of(Resource resource) {
        return new IdentifierRecord(resource.id(), resource.typeVersion());
    }
}
