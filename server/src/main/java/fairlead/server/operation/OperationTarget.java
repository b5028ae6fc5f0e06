package fairlead.server.operation;

/// What an operation works on, and where that is.
///
/// @param subject its uid
/// @param subjectId its address, for people and for URLs
public record OperationTarget(
        String subscription, String location, String subject, String subjectId, String typeName) {}
