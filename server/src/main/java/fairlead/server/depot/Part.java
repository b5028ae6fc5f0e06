package fairlead.server.depot;

/// One part of an upload, as it was stored.
public record Part(int number, String etag, long size) {}
