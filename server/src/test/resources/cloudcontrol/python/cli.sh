# The AWS CLI against a server: cli.sh URL COMMAND. Each check that holds is a line that begins with "ok".
set -euo pipefail
url=$1
cli=$2
export AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret AWS_DEFAULT_REGION=local AWS_PAGER='' AWS_EC2_METADATA_DISABLED=true

run() { "$cli" --endpoint-url "$url" --output text "$@"; }
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: expected $3, found $2"; exit 1; fi; }

type=Fairlead::Lab::Thing
check "says who calls" "$(run sts get-caller-identity --query Account)" 000000000000
check "lists the types that ship" "$(run cloudformation list-types --visibility PUBLIC --query "TypeSummaries[?TypeName=='$type'].TypeName")" $type
token=$(run cloudcontrol create-resource --type-name $type --desired-state '{"Text": "one"}' --query ProgressEvent.RequestToken)
run cloudcontrol wait resource-request-success --request-token "$token"
id=$(run cloudcontrol get-resource-request-status --request-token "$token" --query ProgressEvent.Identifier)
check "creates" "$(run cloudcontrol get-resource --type-name $type --identifier "$id" --query ResourceDescription.Identifier)" "$id"
token=$(run cloudcontrol update-resource --type-name $type --identifier "$id" \
    --patch-document '[{"op": "replace", "path": "/Text", "value": "two"}]' --query ProgressEvent.RequestToken)
run cloudcontrol wait resource-request-success --request-token "$token"
case "$(run cloudcontrol get-resource --type-name $type --identifier "$id" --query ResourceDescription.Properties)" in
*'"Text":"two"'*) echo "ok updates" ;;
*) echo "not ok updates" && exit 1 ;;
esac
check "lists" "$(run cloudcontrol list-resources --type-name $type --query 'ResourceDescriptions[].Identifier')" "$id"
token=$(run cloudcontrol delete-resource --type-name $type --identifier "$id" --query ProgressEvent.RequestToken)
run cloudcontrol wait resource-request-success --request-token "$token"
check "deletes" "$(run cloudcontrol list-resources --type-name $type --query 'ResourceDescriptions[].Identifier')" ""
echo package > package.txt
run s3 cp package.txt s3://packages/package.txt --quiet
check "uploads" "$(run s3 cp s3://packages/package.txt -)" package
check "has no stacks yet" "$(run cloudformation list-stacks --query StackSummaries)" ""
