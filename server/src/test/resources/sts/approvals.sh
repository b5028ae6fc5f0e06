# The AWS CLI and Terraform change what a second person has to approve. Each check that holds is a line that begins with
# "ok".

S=/subscriptions/00000000-0000-0000-0000-000000000000
ROLES=/providers/Microsoft.Authorization/roleDefinitions
APPROVER=5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a06

send() { curl -s --fail-with-body -X "$1" -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$3" "$URL$2"; }
member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
gives() { # a principal a role
    send PUT "$S/providers/Microsoft.Authorization/roleAssignments/$(python3 -c 'import uuid; print(uuid.uuid4())')?api-version=2022-04-01" \
        "{\"properties\": {\"principalId\": \"$1\", \"principalType\": \"ServicePrincipal\", \"roleDefinitionId\": \"$ROLES/$2\"}}" >/dev/null
}

maker=$(send POST /fairlead/principals '{"name": "maker"}' | member id)
minted=$(send POST "/fairlead/principals/$maker/keys" '{"subscription": "00000000-0000-0000-0000-000000000000"}')
gives "$maker" b24988ac-6180-42a0-ab88-20f7382dd24c
approver=$(send POST /fairlead/principals '{"name": "approver"}' | member id)
secret=$(send POST "/fairlead/principals/$approver/secrets" '{}' | member secret)
gives "$approver" $APPROVER
send PUT "$S/providers/Microsoft.Authorization/policyDefinitions/approve?api-version=2025-11-01" "{\"properties\": {\"mode\": \"All\",
    \"policyRule\": {\"if\": {\"field\": \"type\", \"equals\": \"Fairlead.Lab/things\"}, \"then\": {\"effect\": \"requireApproval\",
    \"details\": {\"approvers\": {\"roleDefinitionId\": \"$APPROVER\"}}}}}}" >/dev/null
send PUT "$S/providers/Microsoft.Authorization/policyAssignments/approve?api-version=2025-11-01" \
    "{\"properties\": {\"policyDefinitionId\": \"$S/providers/Microsoft.Authorization/policyDefinitions/approve\"}}" >/dev/null
bearer=$(curl -s -d "grant_type=client_credentials&client_id=$approver&client_secret=$secret" \
    --data-urlencode "scope=$URL//.default" "$URL/adfs/oauth2/token" | member access_token)

approve() { # the newest that is asked for
    local id
    id=$(curl -s -H "Authorization: Bearer $bearer" "$URL/fairlead/approvals?state=Asked" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["value"][0]["id"])')
    case $1 in *"$id"*) ;; *) echo "the message does not name $id: $1" && return 1 ;; esac
    curl -s --fail-with-body -X POST -H "Authorization: Bearer $bearer" "$URL/fairlead/approvals/$id/approve" >/dev/null
}

export AWS_DEFAULT_REGION=local AWS_PAGER='' AWS_EC2_METADATA_DISABLED=true AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null
export AWS_ACCESS_KEY_ID=$(member accessKeyId <<<"$minted") AWS_SECRET_ACCESS_KEY=$(member secretAccessKey <<<"$minted")

cloud() { "$CLI" --endpoint-url "$URL" cloudcontrol "$@" --output json; }
create() { cloud create-resource --type-name Fairlead::Lab::Thing --desired-state '{"Text": "two"}' --query ProgressEvent; }
said=$(create)
[ "$(member OperationStatus <<<"$said")" = FAILED ]
[ "$(member ErrorCode <<<"$said")" = AccessDenied ]
echo "ok aws cloudcontrol create-resource is refused"
approve "$(member StatusMessage <<<"$said")"
token=$(create | member RequestToken)
cloud wait resource-request-success --request-token "$token"
echo "ok aws cloudcontrol create-resource is repeated after the grant"

[ -n "$PROVIDERS" ] || exit 0
printf 'provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n' "$PROVIDERS" >terraformrc
export TF_CLI_CONFIG_FILE=$PWD/terraformrc TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1 TF_INPUT=0
cat >main.tf <<TF
terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "5.100.0" }
  }
}
provider "aws" {
  region                      = "eu-west-1"
  skip_metadata_api_check     = true
  skip_region_validation      = true
  skip_requesting_account_id  = true
  skip_credentials_validation = true
  endpoints {
    cloudcontrol   = "$URL"
    cloudformation = "$URL"
  }
}
resource "aws_cloudcontrolapi_resource" "thing" {
  type_name     = "Fairlead::Lab::Thing"
  desired_state = jsonencode({ Text = "three" })
}
TF
terraform init -no-color >init.log || { cat init.log && exit 1; }
if terraform apply -no-color -auto-approve >apply.log 2>&1; then echo "not refused" && exit 1; fi
grep -q AccessDenied apply.log || { cat apply.log && exit 1; }
echo "ok terraform apply is refused"
approve "$(cat apply.log)"
terraform apply -no-color -auto-approve >again.log 2>&1 || { cat again.log && exit 1; }
echo "ok terraform apply is repeated after the grant"
terraform plan -no-color -detailed-exitcode >plan.log 2>&1 || { cat plan.log && exit 1; }
echo "ok nothing is left to do"
