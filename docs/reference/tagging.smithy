$version: "2"

namespace fairlead.tagging

use aws.api#service
use aws.api#tagEnabled
use aws.api#taggable
use aws.api#arn
use aws.auth#sigv4
use aws.protocols#awsJson1_0

/// Tags of one resource, whatever its type, by its ARN.
@service(sdkId: "Fairlead Tagging", arnNamespace: "tagging", cloudTrailEventSource: "tagging.amazonaws.com")
@sigv4(name: "tagging")
@awsJson1_0
@tagEnabled
service FairleadTagging {
    version: "2026-11-01"
    operations: [TagResource, UntagResource, ListTagsForResource]
    resources: [Resource]
    errors: [ValidationException, ConflictException, AccessDeniedException, ThrottlingException, InternalServerException]
}

/// Any resource; its ARN is all that is known of it here.
@taggable
@arn(template: "{resourceArn}", absolute: true)
resource Resource {
    identifiers: { resourceArn: ResourceArn }
}

@length(min: 1, max: 1011)
string ResourceArn

@length(min: 1, max: 128)
string TagKey

@length(min: 0, max: 256)
string TagValue

structure Tag {
    @required
    key: TagKey

    value: TagValue
}

@length(max: 50)
list TagList {
    member: Tag
}

@length(min: 1, max: 50)
list TagKeys {
    member: TagKey
}

/// Sets tags beside those that the resource has.
operation TagResource {
    input := {
        @required
        resourceArn: ResourceArn

        @required
        tags: TagList
    }
    output := {}
    errors: [ResourceNotFoundException, TooManyTagsException]
}

/// Takes tags away. Keys that are not there are ignored.
@idempotent
operation UntagResource {
    input := {
        @required
        resourceArn: ResourceArn

        @required
        tagKeys: TagKeys
    }
    output := {}
    errors: [ResourceNotFoundException]
}

/// Tells the tags that a resource has.
@readonly
operation ListTagsForResource {
    input := {
        @required
        resourceArn: ResourceArn
    }
    output := {
        tags: TagList
    }
    errors: [ResourceNotFoundException]
}

@error("client")
structure ResourceNotFoundException {
    message: String
}

@error("client")
structure TooManyTagsException {
    message: String
}

@error("client")
structure ValidationException {
    message: String
}

@error("client")
structure ConflictException {
    message: String
}

@error("client")
structure AccessDeniedException {
    message: String
}

@error("client")
@retryable
structure ThrottlingException {
    message: String
}

@error("server")
@retryable
structure InternalServerException {
    message: String
}
