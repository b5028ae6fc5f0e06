package fairlead.server.resource.record;

import fairlead.server.type.TypeVersion;

/// An extension of a resource or a group, with the present version of its type.
public record KnownExtension(ResourceId id, TypeVersion type) {}
