$version: "2"

// What a parameter needs of its service: a put that overwrites where it is told to.
namespace standins.parameters

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_1

@service(sdkId: "SSM", arnNamespace: "ssm", cloudFormationName: "SSM")
@sigv4(name: "ssm")
@awsJson1_1
service AmazonSSM {
    version: "2014-11-06"
    resources: [Parameter]
}

@noReplace
resource Parameter {
    identifiers: { Name: String }
    put: PutParameter
    read: GetParameter
    delete: DeleteParameter
}

@idempotent
operation PutParameter {
    input := { @required Name: String, @required Value: String, @required Type: String }
    output := { Version: Long }
    errors: [ParameterAlreadyExists]
}

@readonly
operation GetParameter {
    input := { @required Name: String }
    output := { Parameter: ParameterValue }
    errors: [ParameterNotFound]
}

@idempotent
operation DeleteParameter {
    input := { @required Name: String }
    output := {}
    errors: [ParameterNotFound]
}

structure ParameterValue {
    Name: String
    Type: String
    Value: String
    Version: Long
    LastModifiedDate: Timestamp
    ARN: String
    DataType: String
}

@error("client")
structure ParameterNotFound { message: String }

@error("client")
structure ParameterAlreadyExists { message: String }
