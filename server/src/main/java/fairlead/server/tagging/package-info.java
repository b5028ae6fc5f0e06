/// The surface on which tools of AWS tag resources by their ARNs: `X-Amz-Target: ResourceGroupsTaggingAPI_20170126.*`
/// for many resources at once, and `FairleadTagging.*` for one, as a service with the trait `aws.api#tagEnabled` has
/// it.
///
/// The tags are those that ARM shows beside the properties: one record, two doors. Parses, makes one call of `resource`
/// for each ARN, renders.
@NullMarked
package fairlead.server.tagging;

import org.jspecify.annotations.NullMarked;
