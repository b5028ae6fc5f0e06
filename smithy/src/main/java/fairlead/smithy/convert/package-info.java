/// Resource types made of Smithy resources: each becomes a CloudFormation resource type schema.
///
/// [Conversion] is the way in. What a resource's properties are and who may set them is found in [Properties];
/// [Shapes] writes their types, [Handlers] the handlers with their permissions, [Tagging] how the resource is
/// tagged; [Registered] what only a registration file can say.
@NullMarked
package fairlead.smithy.convert;

import org.jspecify.annotations.NullMarked;
