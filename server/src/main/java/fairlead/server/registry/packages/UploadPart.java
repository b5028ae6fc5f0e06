package fairlead.server.registry.packages;

/// One part of an upload, as it was stored.
public record UploadPart(int number, String etag, long size) {}
