package fairlead.server.registry.packages;

import java.time.Instant;

/// An object without its bytes.
///
/// @param etag without quotes: the MD5 of the bytes in hexadecimal digits; of an upload in parts, that of the
///     parts' and a hyphen and how many
public record StoredObject(ObjectName name, String etag, String mediaType, long size, Instant storedAt) {}
