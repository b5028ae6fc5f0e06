/// Tests of the AWS Cloud Control API, with the AWS SDK for Java as the client.
@NullMarked
package fairlead.server.cloudcontrol;

import org.jspecify.annotations.NullMarked;
