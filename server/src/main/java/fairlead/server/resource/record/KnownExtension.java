package fairlead.server.resource.record;

import fairlead.server.type.TypeVersion;

/// Something that extends another, with its type as it is now.
public record KnownExtension(ResourceId id, TypeVersion type) {}
