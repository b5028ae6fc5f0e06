# Terraform makes a resource as a role: by a key that assumes it, and by a web identity token. Each check that holds is a
# line that begins with "ok".

post() { curl -s --fail-with-body -X POST -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$2" "$URL$1"; }
member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

alice=$(post /fairlead/principals '{"name": "alice"}' | member id)
minted=$(post "/fairlead/principals/$alice/keys" '{"subscription": "00000000-0000-0000-0000-000000000000"}')
curl -s --fail-with-body -X PUT -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' \
    -d "{\"properties\": {\"principalId\": \"$alice\", \"principalType\": \"ServicePrincipal\", \"roleDefinitionId\": \"/x/5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a05\"}}" \
    "$URL/providers/Fairlead.Identity/principals/$DEPLOY/providers/Microsoft.Authorization/roleAssignments/5d1c0a1e-0000-4000-8000-000000000001?api-version=2022-04-01" >/dev/null

printf 'provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n' "$PROVIDERS" >terraformrc
export TF_CLI_CONFIG_FILE=$PWD/terraformrc TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1 TF_INPUT=0 AWS_EC2_METADATA_DISABLED=true
export TF_VAR_endpoint=$URL TF_VAR_role=arn:aws:iam::000000000000:role/deploy
export AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null

terraform init -no-color >init.log || { cat init.log && exit 1; }
export AWS_ACCESS_KEY_ID=$(member accessKeyId <<<"$minted") AWS_SECRET_ACCESS_KEY=$(member secretAccessKey <<<"$minted")
terraform apply -no-color -auto-approve >key.log 2>&1 || { cat key.log && exit 1; }
[ "$(terraform output -raw arn)" = arn:aws:sts::000000000000:assumed-role/deploy/terraform ]
echo "ok assume_role"
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
terraform apply -no-color -auto-approve -var "token=$TOKEN" -var text=changed >token.log 2>&1 || { cat token.log && exit 1; }
echo "ok assume_role_with_web_identity"
terraform plan -no-color -detailed-exitcode -var "token=$TOKEN" -var text=changed >plan.log 2>&1 || { cat plan.log && exit 1; }
echo "ok nothing is left to do"
admin() { curl -s --fail-with-body -X "$1" -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$3" "$URL$2?api-version=2025-11-01"; }
subscription=/subscriptions/00000000-0000-0000-0000-000000000000
admin PUT "$subscription/providers/Microsoft.Authorization/policyDefinitions/team" '{"properties": {"mode": "Indexed", "policyRule": {
    "if": {"field": "tags[\u0027team\u0027]", "exists": "false"},
    "then": {"effect": "modify", "details": {"roleDefinitionIds": [], "operations": [
      {"operation": "addOrReplace", "field": "tags[\u0027team\u0027]", "value": "blue"}]}}}}}' >policy.json
admin PUT "$subscription/providers/Microsoft.Authorization/policyAssignments/team" "{\"properties\": {\"policyDefinitionId\":
    \"$subscription/providers/Microsoft.Authorization/policyDefinitions/team\"}}" >>policy.json
terraform apply -no-color -auto-approve -var "token=$TOKEN" -var text=governed >policy.log 2>&1 || { cat policy.log && exit 1; }
admin GET "$subscription/resources" "" | grep -q '"team" *: *"blue"' || { admin GET "$subscription/resources" "" && exit 1; }
echo "ok a policy adds a tag"
terraform plan -no-color -detailed-exitcode -var "token=$TOKEN" -var text=governed >plan.log 2>&1 || { cat plan.log && exit 1; }
echo "ok the tag of a policy is no difference"
terraform destroy -no-color -auto-approve -var "token=$TOKEN" -var text=governed >destroy.log 2>&1 || { cat destroy.log && exit 1; }
echo "ok destroys"
