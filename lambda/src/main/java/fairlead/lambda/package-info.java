/// Hosts CloudFormation resource providers as they are: a process for each language's runtime, spoken to through the
/// AWS Lambda Runtime API, or a remote function spoken to through the Lambda Invoke API.
///
/// [fairlead.lambda.Providers] is the way in: it makes a [fairlead.handler.ResourceHandler] of what `cfn submit`
/// packs. Behind it, [RequestEncoder] writes requests and reads answers, a [Pool] keeps the processes of one version of
/// a type, and [RuntimeApi] is what those processes call. It knows neither the server nor its database.
@NullMarked
package fairlead.lambda;

import org.jspecify.annotations.NullMarked;
