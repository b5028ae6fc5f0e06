package fairlead.schema.arn;

/// Where a resource is, for the parts of an ARN that no model knows.
///
/// @param partition "aws" for most
/// @param account the number of the account
public record Place(String partition, String region, String account) {}
