/// The part of the S3 protocol by which packages of types come in: `aws s3 cp`, and every SDK's PutObject.
///
/// A surface over `registry.packages`. Path style only: `/bucket/key`. What it does not have is answered with
/// `NotImplemented`.
@NullMarked
package fairlead.server.registry.s3;

import org.jspecify.annotations.NullMarked;
