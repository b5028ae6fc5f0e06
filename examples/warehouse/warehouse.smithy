$version: "2.0"

namespace example.warehouse

use aws.protocols#restJson1

/// An API as there are many: it overwrites on a create, is content with a delete of nothing, shows a change only after
/// a while, and pages its lists as it likes.
@restJson1
@title("Warehouse")
@paginated(inputToken: "nextToken", outputToken: "nextToken", pageSize: "maxResults")
service Warehouse {
    version: "2026-11-01"
    resources: [Crate, Shipment]
}

/// Something to put things in. Callers name it.
resource Crate {
    identifiers: { crateName: CrateName }
    put: PutCrate
    read: GetCrate
    delete: RemoveCrate
    list: ListCrates
    resources: [Parcel]
}

/// Something in a crate. Callers name it, and it goes with its crate.
resource Parcel {
    identifiers: { crateName: CrateName, parcelName: CrateName }
    put: PutParcel
    read: GetParcel
    delete: RemoveParcel
    list: ListParcels
}

/// Something that is sent. The service names it, and takes a while to make it.
resource Shipment {
    identifiers: { shipmentId: ShipmentId }
    create: OrderShipment
    read: GetShipment
    update: ChangeShipment
    delete: CancelShipment
    list: ListShipments
}

@pattern("^[a-z][a-z0-9-]{0,40}$")
@length(min: 1, max: 40)
string CrateName

string ShipmentId

@length(min: 1, max: 60)
string Text

@range(min: 1, max: 1000)
integer Kilograms

enum Material {
    WOOD = "wood"
    STEEL = "steel"
}

structure Slot {
    @required
    item: Text

    count: Kilograms
}

@uniqueItems
list Slots {
    member: Slot
}

@idempotent
@http(method: "PUT", uri: "/crates/{crateName}")
operation PutCrate {
    input := {
        @required
        @httpLabel
        crateName: CrateName

        @required
        label: Text

        material: Material

        capacity: Kilograms

        slots: Slots
    }
}

@readonly
@http(method: "GET", uri: "/crates/{crateName}")
operation GetCrate {
    input := {
        @required
        @httpLabel
        crateName: CrateName
    }

    output := {
        crate: CrateDetails
    }

    errors: [NoSuchThing]
}

@idempotent
@http(method: "DELETE", uri: "/crates/{crateName}")
operation RemoveCrate {
    input := {
        @required
        @httpLabel
        crateName: CrateName
    }
}

@readonly
@paginated(items: "crates")
@http(method: "GET", uri: "/crates")
operation ListCrates {
    input := {
        @httpQuery("nextToken")
        nextToken: String

        @httpQuery("maxResults")
        maxResults: Integer
    }

    output := {
        nextToken: String

        crates: CrateSummaries
    }
}

list CrateSummaries {
    member: CrateSummary
}

structure CrateSummary {
    crateName: CrateName
    label: Text
}

structure CrateDetails {
    crateName: CrateName
    label: Text
    material: Material
    capacity: Kilograms
    slots: Slots
    arrivedAt: Timestamp
}

@idempotent
@http(method: "PUT", uri: "/crates/{crateName}/parcels/{parcelName}")
operation PutParcel {
    input := with [ParcelAddress] {
        weight: Kilograms
    }

    errors: [NoSuchThing]
}

@readonly
@http(method: "GET", uri: "/crates/{crateName}/parcels/{parcelName}")
operation GetParcel {
    input := with [ParcelAddress] {}

    output := {
        crateName: CrateName
        parcelName: CrateName
        weight: Kilograms
    }

    errors: [NoSuchThing]
}

@idempotent
@http(method: "DELETE", uri: "/crates/{crateName}/parcels/{parcelName}")
operation RemoveParcel {
    input := with [ParcelAddress] {}
}

@mixin
structure ParcelAddress {
    @required
    @httpLabel
    crateName: CrateName

    @required
    @httpLabel
    parcelName: CrateName
}

@readonly
@paginated(items: "parcels")
@http(method: "GET", uri: "/crates/{crateName}/parcels")
operation ListParcels {
    input := {
        @required
        @httpLabel
        crateName: CrateName

        @httpQuery("nextToken")
        nextToken: String

        @httpQuery("maxResults")
        maxResults: Integer
    }

    output := {
        nextToken: String

        parcels: ParcelSummaries
    }

    errors: [NoSuchThing]
}

list ParcelSummaries {
    member: ParcelSummary
}

structure ParcelSummary {
    crateName: CrateName
    parcelName: CrateName
}

@http(method: "POST", uri: "/shipments")
operation OrderShipment {
    input := {
        @idempotencyToken
        clientToken: String

        @required
        destination: Text

        note: Text
    }

    output := {
        shipmentId: ShipmentId
    }
}

@readonly
@http(method: "GET", uri: "/shipments/{shipmentId}")
operation GetShipment {
    input := {
        @required
        @httpLabel
        shipmentId: ShipmentId
    }

    output := {
        shipmentId: ShipmentId
        destination: Text
        note: Text
        status: ShipmentStatus
    }

    errors: [NoSuchThing]
}

@idempotent
@http(method: "PUT", uri: "/shipments/{shipmentId}")
operation ChangeShipment {
    input := {
        @required
        @httpLabel
        shipmentId: ShipmentId

        note: Text
    }
}

@idempotent
@http(method: "DELETE", uri: "/shipments/{shipmentId}")
operation CancelShipment {
    input := {
        @required
        @httpLabel
        shipmentId: ShipmentId
    }
}

@readonly
@paginated(items: "shipmentIds")
@http(method: "GET", uri: "/shipments")
operation ListShipments {
    input := {
        @httpQuery("nextToken")
        nextToken: String

        @httpQuery("maxResults")
        maxResults: Integer
    }

    output := {
        nextToken: String

        shipmentIds: ShipmentIds
    }
}

list ShipmentIds {
    member: ShipmentId
}

enum ShipmentStatus {
    CREATING
    UPDATING
    READY
}

@error("client")
@httpError(404)
structure NoSuchThing {
    message: String
}
