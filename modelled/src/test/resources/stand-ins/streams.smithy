$version: "2"

// What a stream needs of its service, and the constraint that stand-ins break: a list of metrics is empty.
namespace standins.streams

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_1

@service(sdkId: "Kinesis", arnNamespace: "kinesis", cloudFormationName: "Kinesis")
@sigv4(name: "kinesis")
@awsJson1_1
service Kinesis_20131202 {
    version: "2013-12-02"
    resources: [Stream]
}

@noReplace
resource Stream {
    identifiers: { StreamName: StreamName }
    put: CreateStream
    read: DescribeStream
    delete: DeleteStream
    list: ListStreams
}

@idempotent
operation CreateStream {
    input := { @required StreamName: StreamName, ShardCount: ShardCount }
    output := {}
    errors: [ResourceInUseException]
}

@readonly
operation DescribeStream {
    input := { @required StreamName: StreamName }
    output := { @required StreamDescription: StreamDescription }
    errors: [ResourceNotFoundException]
}

@idempotent
operation DeleteStream {
    input := { @required StreamName: StreamName }
    output := {}
    errors: [ResourceNotFoundException]
}

@readonly
operation ListStreams {
    input := { Limit: ShardCount }
    output := { @required StreamNames: StreamNames, @required HasMoreStreams: Boolean }
}

@length(min: 1, max: 128)
@pattern("^[a-zA-Z0-9_.-]+$")
string StreamName

@range(min: 1)
integer ShardCount

list StreamNames { member: StreamName }

structure StreamDescription {
    @required StreamName: StreamName
    @required StreamARN: String
    @required StreamStatus: StreamStatus
    @required RetentionPeriodHours: Integer
    @required EnhancedMonitoring: EnhancedMonitoring
}

enum StreamStatus { CREATING, DELETING, ACTIVE, UPDATING }

list EnhancedMonitoring { member: EnhancedMetrics }

structure EnhancedMetrics { ShardLevelMetrics: ShardLevelMetrics }

@length(min: 1, max: 7)
list ShardLevelMetrics { member: String }

@error("client")
structure ResourceNotFoundException { message: String }

@error("client")
structure ResourceInUseException { message: String }
