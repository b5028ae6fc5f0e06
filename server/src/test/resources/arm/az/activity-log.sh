# The Azure CLI and the AWS CLI read the audit trail of a server that asks callers to sign in: the same story.
#
# URL is the server, DATA its data folder. The AWS key AKIDALICE is of the account 000000000000. Each check that holds is
# a line that begins with "ok".

SUB=00000000-0000-0000-0000-000000000000
S=/subscriptions/$SUB
export AZURE_CONFIG_DIR=$PWD/azure-admin AWS_ACCESS_KEY_ID=AKIDALICE AWS_SECRET_ACCESS_KEY=secret-of-alice
export AWS_DEFAULT_REGION=local AWS_ENDPOINT_URL=$URL AWS_CA_BUNDLE=$DATA/server.crt AWS_EC2_METADATA_DISABLED=true

member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

is() { # what a check expects, what was found, and what it is called
    [ "$1" = "$2" ] || { echo "$3: expected '$1', found '$2'" && return 1; }
    echo "ok $3"
}

refused() { # a command that has to fail, with this in its message
    local expected=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "not refused: $*" && return 1
    fi
    case $said in *"$expected"*) return 0 ;; *) echo "expected '$expected', found: $said" && return 1 ;; esac
}

made=$(curl -sk --fail-with-body -X POST -H 'Content-Type: application/json' \
    -d "{\"code\": \"$(cat "$DATA/bootstrap")\"}" "$URL/fairlead/bootstrap")
az cloud register -n fairlead --endpoint-resource-manager "$URL"
az cloud set -n fairlead
az login --service-principal --tenant $SUB -u "$(member clientId <<<"$made")" -p "$(member clientSecret <<<"$made")" >/dev/null
token=$(az account get-access-token --query accessToken -o tsv)

refused AccessDenied aws cloudtrail lookup-events
echo "ok a key without a role looks nothing up"
alice=$(curl -sk -H "Authorization: Bearer $token" "$URL/fairlead/principals" |
    python3 -c 'import json, sys; print([p["id"] for p in json.load(sys.stdin)["value"] if p["name"] == "alice"][0])')
az role assignment create --assignee-object-id "$alice" --assignee-principal-type ServicePrincipal --role Contributor \
    --scope $S >/dev/null

az group create -n web -l local >/dev/null
az resource create -g web -n one --resource-type Fairlead.Lab/things --api-version 2026-11-01 -l local -p '{"Size": 3}' >/dev/null
az resource update -g web -n one --resource-type Fairlead.Lab/things --api-version 2026-11-01 --set properties.Size=4 >/dev/null
aws cloudcontrol create-resource --type-name Fairlead::Lab::Thing --desired-state '{"Size": 7}' >/dev/null
sleep 2

log() { az monitor activity-log list --offset 1h "$@" -o tsv; }
ONE=$S/resourceGroups/web/providers/Fairlead.Lab/things/one

is "2" "$(log --resource-id "$ONE" --query 'length(@)')" "az monitor activity-log list --resource-id"
is "Fairlead.Lab/things/write" "$(log --resource-id "$ONE" --query '[0].operationName.value')" "an event names its action"
is "Accepted" "$(log --resource-id "$ONE" --query '[0].status.value')" "an event that goes on is accepted"
correlation=$(log --resource-id "$ONE" --query '[0].correlationId')
is "web" "$(log -g web --query '[0].resourceGroupName')" "az monitor activity-log list --resource-group"
is "Fairlead.Lab" "$(log --namespace Fairlead.Lab --query '[0].resourceProviderName.value')" "az monitor activity-log list --namespace"
is "1" "$(log --correlation-id "$correlation" --query 'length(@)')" "az monitor activity-log list --correlation-id"
is "alice" "$(log --caller alice --query '[0].caller')" "az monitor activity-log list --caller"
is "0" "$(log --status Failed --namespace Fairlead.Lab --query 'length(@)')" "az monitor activity-log list --status"
is "$ONE" "$(log --namespace Fairlead.Lab --select resourceId --query "[?contains(resourceId, '/one')] | [0].resourceId")" \
    "az monitor activity-log list --select"
is "0" "$(az monitor activity-log list --start-time 2020-01-01 --end-time 2020-01-02 --query 'length(@)' -o tsv)" \
    "az monitor activity-log list --start-time --end-time"
is "Administrative" "$(az monitor activity-log list-categories --query '[0].value' -o tsv)" "az monitor activity-log list-categories"
az role assignment list-changelogs --query '[0].action' -o tsv >/dev/null
echo "ok az role assignment list-changelogs"

look() { # a key, a value and a query
    aws cloudtrail lookup-events --lookup-attributes "AttributeKey=$1,AttributeValue=$2" --query "$3" --output text
}
event=$(log --resource-id "$ONE" --query '[0].eventDataId')
is "PutResource" "$(look EventId "$event" 'Events[0].EventName')" "aws cloudtrail lookup-events by EventId finds the event of az"
is "$ONE" "$(look ResourceName "$ONE" 'Events[0].Resources[0].ResourceName')" "aws cloudtrail lookup-events by ResourceName"
is "PutResource" "$(look EventName PutResource 'Events[0].EventName')" "aws cloudtrail lookup-events by EventName"
is "false" "$(look ReadOnly false 'Events[0].ReadOnly')" "aws cloudtrail lookup-events by ReadOnly"
is "alice" "$(look Username alice 'Events[0].Username')" "aws cloudtrail lookup-events by Username"
is "Fairlead::Lab::Thing" "$(look ResourceType Fairlead::Lab::Thing 'Events[0].Resources[0].ResourceType')" \
    "aws cloudtrail lookup-events by ResourceType"
is "fairlead" "$(look EventSource fairlead 'Events[0].EventSource')" "aws cloudtrail lookup-events by EventSource"
is "AKIDALICE" "$(look AccessKeyId AKIDALICE 'Events[0].AccessKeyId')" "aws cloudtrail lookup-events by AccessKeyId"

changes=$(look EventId "$event" 'Events[0].CloudTrailEvent' |
    python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["additionalEventData"]["changes"][0], sort_keys=True))')
is '{"from": 3, "path": "/properties/Size", "to": 4}' "$changes" "an event says what changed, from what to what"
aws cloudtrail lookup-events --max-items 3 --page-size 1 --output json >first
is "3" "$(python3 -c 'import json; print(len({e["EventId"] for e in json.load(open("first"))["Events"]}))')" \
    "aws cloudtrail lookup-events page by page"
is "" "$(aws cloudtrail lookup-events --start-time 2020-01-01 --end-time 2020-01-02 --query 'Events[].EventId' --output text)" \
    "aws cloudtrail lookup-events --start-time --end-time"
refused InvalidMaxResultsException aws cloudtrail lookup-events --max-results 51
echo "ok too many results are refused"

az role assignment list --assignee "$alice" --scope $S --fill-principal-name false --query '[0].id' -o tsv >assigned
az role assignment delete --ids "$(cat assigned)"
refused AccessDenied aws cloudtrail lookup-events
echo "ok a key that has lost its role looks nothing up"
