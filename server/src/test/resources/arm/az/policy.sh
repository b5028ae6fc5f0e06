# The Azure CLI writes guardrails, meets them, and asks how resources stand to them.
#
# URL is the server, DATA its data folder. Each check that holds is a line that begins with "ok".

S=/subscriptions/00000000-0000-0000-0000-000000000000
THING=$S/resourceGroups/web/providers/Fairlead.Lab/things
export AZURE_CONFIG_DIR=$PWD/azure

refused() { # a command that has to fail, with this in its message
    local expected=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "not refused: $*" && return 1
    fi
    case $said in *"$expected"*) return 0 ;; *) echo "expected '$expected', found: $said" && return 1 ;; esac
}

thing() { # a name and tags as JSON
    az resource create --id "$THING/$1" --api-version 2026-11-01 --is-full-object \
        -p "{\"location\": \"local\", \"tags\": $2, \"properties\": {\"Size\": 1}}" -o none
}

az cloud register -n fairlead --endpoint-resource-manager "$URL"
az cloud set -n fairlead
export IDENTITY_ENDPOINT=$URL/msi/token IDENTITY_HEADER=development
az login --identity >/dev/null
az group create -n web -l local >/dev/null

[ "$(az policy definition list --query "length([?policyType=='BuiltIn'])" -o tsv)" = 12 ]
echo "ok az policy definition list"
[ "$(az policy definition show -n 871b6d14-10aa-478d-b590-94f262ecfa99 --query displayName -o tsv)" = "Require a tag on resources" ]
echo "ok az policy definition show"

az policy definition create -n small --display-name Small --mode All \
    --params '{"most": {"type": "Integer"}}' \
    --rules '{"if": {"field": "Fairlead.Lab/things/size", "greater": "[parameters('"'most'"')]"}, "then": {"effect": "deny"}}' \
    -o none
echo "ok az policy definition create"
refused InvalidPolicyRule az policy definition create -n wrong --mode All \
    --rules '{"if": {"field": "name", "sounds": "like"}, "then": {"effect": "deny"}}'
echo "ok a rule that is not understood is refused"

az policy set-definition create -n basics --params '{"tag": {"type": "String"}}' --definitions "[
    {\"policyDefinitionId\": \"/providers/Microsoft.Authorization/policyDefinitions/871b6d14-10aa-478d-b590-94f262ecfa99\",
     \"policyDefinitionReferenceId\": \"owner\", \"parameters\": {\"tagName\": {\"value\": \"[parameters('tag')]\"}}},
    {\"policyDefinitionId\": \"$S/providers/Microsoft.Authorization/policyDefinitions/small\",
     \"policyDefinitionReferenceId\": \"size\", \"parameters\": {\"most\": {\"value\": 5}}}]" -o none
[ "$(az policy set-definition show -n basics --query 'length(policyDefinitions)' -o tsv)" = 2 ]
[ "$(az policy set-definition list --query 'length(@)' -o tsv)" = 1 ]
echo "ok az policy set-definition create, show, list"

az policy assignment create -n basics --policy-set-definition basics --enforcement-mode DoNotEnforce \
    -p '{"tag": {"value": "owner"}}' -o none
thing one '{}'
echo "ok DoNotEnforce refuses nothing"

az policy assignment create -n basics --policy-set-definition basics -p '{"tag": {"value": "owner"}}' -o none
[ "$(az policy assignment show -n basics --query enforcementMode -o tsv)" = Default ]
[ "$(az policy assignment list --query 'length(@)' -o tsv)" = 1 ]
echo "ok az policy assignment create, show, list"
refused RequestDisallowedByPolicy thing two '{}'
thing two '{"owner": "ann"}'
echo "ok Default refuses"
refused RequestDisallowedByPolicy az resource tag --ids "$THING/two" --api-version 2026-11-01 --tags other=x
echo "ok az resource tag is refused"

az policy state trigger-scan
echo "ok az policy state trigger-scan"
[ "$(az policy state list --filter "complianceState eq 'NonCompliant'" --query '[].resourceId' -o tsv)" = "$THING/one" ]
echo "ok az policy state list"
[ "$(az policy state summarize --query results.nonCompliantResources -o tsv)" = 1 ]
[ "$(az policy state summarize --policy-assignment basics --query results.nonCompliantPolicies -o tsv)" = 1 ]
echo "ok az policy state summarize"
az policy event list -o none
echo "ok az policy event list"

az policy exemption create -n legacy -g web --exemption-category Waiver --expires-on 2099-01-01T00:00:00Z \
    --policy-assignment "$S/providers/Microsoft.Authorization/policyAssignments/basics" -o none
thing three '{}'
[ "$(az policy exemption list -g web --query 'length(@)' -o tsv)" = 1 ]
[ "$(az policy exemption show -n legacy -g web --query exemptionCategory -o tsv)" = Waiver ]
echo "ok az policy exemption create, list, show"
az policy exemption delete -n legacy -g web
refused RequestDisallowedByPolicy thing four '{}'
echo "ok az policy exemption delete"

refused PolicyIsInUse az policy set-definition delete -n basics
az policy assignment delete -n basics
az policy set-definition delete -n basics
az policy definition delete -n small
[ "$(az policy definition list --query "length([?policyType=='Custom'])" -o tsv)" = 0 ]
thing five '{}'
echo "ok az policy assignment, set-definition and definition delete"
