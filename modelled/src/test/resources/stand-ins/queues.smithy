$version: "2"

// A queue, which the public model has operations for and no resource.
namespace standins.queues

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_0
use com.amazonaws.sqs#CreateQueue
use com.amazonaws.sqs#DeleteQueue
use com.amazonaws.sqs#GetQueueAttributes
use com.amazonaws.sqs#ListQueues
use com.amazonaws.sqs#SetQueueAttributes
use com.amazonaws.sqs#String

@service(sdkId: "SQS", arnNamespace: "sqs", cloudFormationName: "SQS")
@sigv4(name: "sqs")
@awsJson1_0
service AmazonSQS {
    version: "2012-11-05"
    resources: [Queue]
}

resource Queue {
    identifiers: { QueueUrl: String }
    create: CreateQueue
    read: GetQueueAttributes
    update: SetQueueAttributes
    delete: DeleteQueue
    list: ListQueues
}

apply com.amazonaws.sqs#CreateQueueResult$QueueUrl @required
apply GetQueueAttributes @readonly
apply DeleteQueue @idempotent
apply ListQueues @readonly
