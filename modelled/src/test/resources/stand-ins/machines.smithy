$version: "2"

// What a state machine needs of its service, whose tags have no traits.
namespace standins.machines

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_0

@service(sdkId: "SFN", arnNamespace: "states", cloudFormationName: "StepFunctions")
@sigv4(name: "states")
@awsJson1_0
service AWSStepFunctions {
    version: "2016-11-23"
    resources: [StateMachine]
    operations: [TagResource, UntagResource, ListTagsForResource]
}

resource StateMachine {
    identifiers: { stateMachineArn: String }
    create: CreateStateMachine
    read: DescribeStateMachine
    update: UpdateStateMachine
    delete: DeleteStateMachine
    list: ListStateMachines
}

@idempotent
operation CreateStateMachine {
    input := { @required name: String, @required definition: String, @required roleArn: String, tags: Tags }
    output := { @required stateMachineArn: String, @required creationDate: Timestamp }
}

@readonly
operation DescribeStateMachine {
    input := { @required stateMachineArn: String }
    output := {
        @required stateMachineArn: String
        @required name: String
        @required definition: String
        @required roleArn: String
        @required type: String
        @required creationDate: Timestamp
        status: String
    }
    errors: [StateMachineDoesNotExist]
}

@idempotent
operation UpdateStateMachine {
    input := { @required stateMachineArn: String, definition: String, roleArn: String }
    output := { @required updateDate: Timestamp }
    errors: [StateMachineDoesNotExist]
}

@idempotent
operation DeleteStateMachine {
    input := { @required stateMachineArn: String }
    output := {}
}

@readonly
@paginated(inputToken: "nextToken", outputToken: "nextToken", items: "stateMachines", pageSize: "maxResults")
operation ListStateMachines {
    input := { maxResults: Integer, nextToken: String }
    output := { @required stateMachines: StateMachines, nextToken: String }
}

operation TagResource {
    input := { @required resourceArn: String, @required tags: Tags }
    output := {}
}

operation UntagResource {
    input := { @required resourceArn: String, @required tagKeys: TagKeys }
    output := {}
}

@readonly
operation ListTagsForResource {
    input := { @required resourceArn: String }
    output := { tags: Tags }
}

list StateMachines { member: StateMachineEntry }

structure StateMachineEntry {
    @required stateMachineArn: String
    @required name: String
}

list Tags { member: Tag }

structure Tag { key: String, value: String }

list TagKeys { member: String }

@error("client")
structure StateMachineDoesNotExist { message: String }
