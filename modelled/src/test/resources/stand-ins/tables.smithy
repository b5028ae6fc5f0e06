$version: "2"

// A table, which the public model has operations for and no resource. The service has its old name, which is part of
// each request, in a namespace of its own.
namespace standins.tables

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_0
use com.amazonaws.dynamodb#CreateTable
use com.amazonaws.dynamodb#DeleteTable
use com.amazonaws.dynamodb#DescribeTable
use com.amazonaws.dynamodb#ListTables
use com.amazonaws.dynamodb#ListTagsOfResource
use com.amazonaws.dynamodb#TableArn
use com.amazonaws.dynamodb#TagResource
use com.amazonaws.dynamodb#UntagResource

@service(sdkId: "DynamoDB", arnNamespace: "dynamodb", cloudFormationName: "DynamoDB")
@sigv4(name: "dynamodb")
@awsJson1_0
service DynamoDB_20120810 {
    version: "2012-08-10"
    resources: [Table]
    operations: [ListTagsOfResource, TagResource, UntagResource]
}

@noReplace
resource Table {
    identifiers: { TableName: TableArn }
    put: CreateTable
    read: DescribeTable
    delete: DeleteTable
    list: ListTables
}

apply CreateTable @idempotent
apply DescribeTable @readonly
apply DeleteTable @idempotent
apply ListTables @readonly
