$version: "2"

// The resources of the public model lack the identifier of the store, which every operation asks for.
namespace standins.people

use aws.api#service
use aws.auth#sigv4
use aws.protocols#awsJson1_1
use com.amazonaws.identitystore#CreateGroup
use com.amazonaws.identitystore#CreateUser
use com.amazonaws.identitystore#DeleteGroup
use com.amazonaws.identitystore#DeleteUser
use com.amazonaws.identitystore#DescribeGroup
use com.amazonaws.identitystore#DescribeUser
use com.amazonaws.identitystore#IdentityStoreId
use com.amazonaws.identitystore#ListGroups
use com.amazonaws.identitystore#ListUsers
use com.amazonaws.identitystore#ResourceId

@service(sdkId: "identitystore", arnNamespace: "identitystore", cloudFormationName: "IdentityStore")
@sigv4(name: "identitystore")
@awsJson1_1
service AWSIdentityStore {
    version: "2020-06-15"
    resources: [Store]
}

resource Store {
    identifiers: { IdentityStoreId: IdentityStoreId }
    resources: [StoreUser, StoreGroup]
}

resource StoreUser {
    identifiers: { IdentityStoreId: IdentityStoreId, UserId: ResourceId }
    create: CreateUser
    read: DescribeUser
    delete: DeleteUser
    list: ListUsers
}

resource StoreGroup {
    identifiers: { IdentityStoreId: IdentityStoreId, GroupId: ResourceId }
    create: CreateGroup
    read: DescribeGroup
    delete: DeleteGroup
    list: ListGroups
}

apply DescribeUser @readonly
apply DescribeGroup @readonly
apply DeleteUser @idempotent
apply DeleteGroup @idempotent
apply ListUsers @readonly
apply ListGroups @readonly
