/// Smithy models at work: what the AWS Core Specification says of a model, as values that the control plane can ask.
///
/// [Models] loads a model and says what is wrong with it. [fairlead.smithy.service] has the names of a service,
/// [fairlead.smithy.arn] the addresses of its resources, [fairlead.smithy.data] the class of each of its data,
/// [fairlead.smithy.plane] the plane of each operation, [fairlead.smithy.checksum] the algorithms of checksums;
/// [fairlead.smithy.convert] makes resource types of resources, [fairlead.smithy.check] holds a model against the
/// specification. The reference libraries load models and traits; what they mean at run time is here.
@NullMarked
package fairlead.smithy;

import org.jspecify.annotations.NullMarked;
