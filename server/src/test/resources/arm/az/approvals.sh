# The Azure CLI changes what a second person has to approve.
#
# Begins with lib.sh.

THING=$S/resourceGroups/web/providers/Fairlead.Lab/things
APPROVER=5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a06

bootstrap maker approver

principal() { # a principal with that name and a role, signed in
    local id key
    id=$(post /fairlead/principals "{\"name\": \"$1\"}" | member id)
    key=$(post "/fairlead/principals/$id/secrets" '{}' | member secret)
    as admin az role assignment create --assignee-object-id "$id" --assignee-principal-type ServicePrincipal \
        --role "$2" --scope $S >/dev/null
    as "$1" az login --service-principal --tenant $TENANT -u "$id" -p "$key" >/dev/null
}

thing() { # a name and a size
    as maker az resource create --id "$THING/$1" --api-version 2026-11-01 --is-full-object \
        -p "{\"location\": \"local\", \"properties\": {\"Size\": $2}}" --query properties.provisioningState -o tsv
}

decide() { # approve or deny, what a message names
    local id
    id=$(grep -o 'APR-[0-9A-Z]*' <<<"$2" | head -n 1)
    curl -sk --fail-with-body -X POST -H "Authorization: Bearer $(as approver az account get-access-token --query accessToken -o tsv)" \
        "$URL/fairlead/approvals/$id/$1" >/dev/null
}

needs() { # a command that has to be refused until it is approved: what it says
    if said=$("$@" 2>&1); then
        echo "not refused: $*" && return 1
    fi
    case $said in *"(ApprovalRequired)"*"APR-"*) return 0 ;; *) echo "found: $said" && return 1 ;; esac
}

as admin az group create -n web -l local >/dev/null
principal maker Contributor
principal approver $APPROVER
as admin az policy definition create -n approve --mode All --rules "{\"if\": {\"field\": \"type\", \"equals\": \"Fairlead.Lab/things\"},
    \"then\": {\"effect\": \"requireApproval\", \"details\": {\"approvers\": {\"roleDefinitionId\": \"$APPROVER\"}}}}" -o none
as admin az policy assignment create -n approve --policy approve -o none
echo "ok az policy definition create"

needs thing one 1
echo "ok az resource create is refused"
if decide approve none 2>/dev/null; then echo "what is not there was approved" && exit 1; fi
decide approve "$said"
[ "$(thing one 1)" = Succeeded ]
echo "ok az resource create is repeated after the grant"
tag=$(as maker az resource show --ids "$THING/one" --api-version 2026-11-01 --query systemData.lastModifiedAt -o tsv)
[ "$(thing one 1)" = Succeeded ]
[ "$(as maker az resource show --ids "$THING/one" --api-version 2026-11-01 --query systemData.lastModifiedAt -o tsv)" = "$tag" ]
echo "ok az resource create once more changes nothing"
first=$said
needs thing one 2
[ "$(grep -o 'APR-[0-9A-Z]*' <<<"$first" | head -n 1)" != "$(grep -o 'APR-[0-9A-Z]*' <<<"$said" | head -n 1)" ]
echo "ok another body needs another approval"
decide deny "$said"
refused 'was denied' thing one 2
echo "ok a denied change stays refused"
needs as maker az resource delete --ids "$THING/one" --api-version 2026-11-01 --verbose
decide approve "$said"
as maker az resource delete --ids "$THING/one" --api-version 2026-11-01
echo "ok az resource delete is repeated after the grant"
