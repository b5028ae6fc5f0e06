package fairlead.schema.arn;

/// The partition, region and account of a resource: the parts of an ARN that no model has.
///
/// @param partition "aws" for most
/// @param account the number of the account
public record Place(String partition, String region, String account) {}
