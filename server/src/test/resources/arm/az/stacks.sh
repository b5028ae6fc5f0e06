# The Azure CLI makes deployment stacks: validates, creates, changes what is managed, forbids changes to others, and deletes.
#
# Begins with lib.sh.

bootstrap user
az() { AZURE_CONFIG_DIR=$PWD/azure-admin command az "$@"; }
az group create -n web -l local -o none
GROUP=$S/resourceGroups/web
THINGS=$GROUP/providers/Fairlead.Lab/things
SCHEMA=https://schema.management.azure.com/schemas

thing() { # a resource of a template
    echo '{"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "'"$1"'", "location": "local",
      "properties": {"Text": "[parameters('"'text'"')]"}}'
}
template() { # of these resources
    echo '{"$schema": "'$SCHEMA'/2019-04-01/deploymentTemplate.json#", "contentVersion": "1.0.0.0",
      "parameters": {"text": {"type": "string", "defaultValue": "hello"}}, "resources": ['"$1"'],
      "outputs": {"text": {"type": "string", "value": "[parameters('"'text'"')]"}}}'
}
template "$(thing a), $(thing b)" > two.json
template "$(thing a)" > one.json

[ "$(az stack group validate -g web -n shop -f two.json --action-on-unmanage detachAll --deny-settings-mode none \
    --query 'length(properties.validatedResources)' -o tsv)" = 2 ]
echo "ok az stack group validate"
[ "$(az stack group create -g web -n shop -f two.json -p text=first --action-on-unmanage detachAll --deny-settings-mode none \
    --query provisioningState -o tsv)" = succeeded ]
echo "ok az stack group create"
[ "$(az stack group show -g web -n shop --query 'resources[].status' -o tsv | sort -u)" = managed ]
[ "$(az stack group show -g web -n shop --query outputs.text.value -o tsv)" = first ]
echo "ok az stack group show"
[ "$(az stack group list -g web --query '[].name' -o tsv)" = shop ]
echo "ok az stack group list"
[ "$(az stack group export -g web -n shop --query 'length(template.resources)' -o tsv)" = 2 ]
echo "ok az stack group export"

refused "ResourceManagedByAnotherStack" \
    az stack group create -g web -n other -f one.json --action-on-unmanage detachAll --deny-settings-mode none
echo "ok a resource belongs to one stack"

STACK=$GROUP/providers/Microsoft.Resources/deploymentStacks/shop
said=$(az stack-whatif group create -g web -n look --stack-id $STACK -f one.json -p text=new --action-on-unmanage deleteResources \
    --deny-settings-mode denyDelete --retention-interval P1D --no-color)
[[ $said = *'~ properties.Text: "first" => "new"'* ]]
[[ $said = *"- $THINGS/b"* ]]
[[ $said = *'~ DenySettings.mode: "none" => "denyDelete"'* ]]
echo "ok az stack-whatif group create"
[ "$(az stack-whatif group show -g web -n look --no-pretty-print --query properties.provisioningState -o tsv)" = succeeded ]
[ "$(az stack-whatif group list -g web --query '[].name' -o tsv)" = look ]
az stack-whatif group delete -g web -n look --yes
[ "$(az stack-whatif group list -g web --query '[].name' -o tsv)" = "" ]
echo "ok az stack-whatif group show, list and delete"

[ "$(az stack group create -g web -n shop -f one.json --action-on-unmanage deleteResources --deny-settings-mode none --yes \
    --query 'deletedResources[0].id' -o tsv)" = $THINGS/b ]
[ "$(az resource list -g web --query '[].name' -o tsv)" = a ]
echo "ok what the template has no longer is deleted"

az stack group create -g web -n shop -f one.json -p text=kept --action-on-unmanage deleteResources \
    --deny-settings-mode denyWriteAndDelete --deny-settings-excluded-actions Fairlead.Lab/other/write --yes -o none
[ "$(az stack group show -g web -n shop --query 'resources[0].denyStatus' -o tsv)" = denyWriteAndDelete ]
refused "created by Deployment Stack" az resource delete --verbose --ids $THINGS/a
refused "DenyAssignmentAuthorizationFailed" \
    az resource update --ids $THINGS/a --api-version 2026-11-01 --set properties.Text=lost
[ "$(az resource show --ids $THINGS/a --api-version 2026-11-01 --query properties.Text -o tsv)" = kept ]
echo "ok what a stack manages is protected"
az stack group create -g web -n shop -f one.json -p text=new --action-on-unmanage deleteResources \
    --deny-settings-mode denyWriteAndDelete --yes -o none
[ "$(az resource show --ids $THINGS/a --api-version 2026-11-01 --query properties.Text -o tsv)" = new ]
echo "ok the stack itself changes it"

az stack group delete -g web -n shop --action-on-unmanage deleteAll --yes
[ "$(az resource list -g web --query '[].name' -o tsv)" = "" ]
echo "ok az stack group delete"

cat > team.json <<EOF
{
  "\$schema": "$SCHEMA/2018-05-01/subscriptionDeploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "resources": [
    {"type": "Microsoft.Resources/resourceGroups", "apiVersion": "2021-04-01", "name": "team", "location": "local"},
    {
      "type": "Microsoft.Resources/deployments", "apiVersion": "2021-04-01", "name": "inner", "resourceGroup": "team",
      "dependsOn": ["team"],
      "properties": {
        "mode": "Incremental", "expressionEvaluationOptions": {"scope": "inner"}, "template": $(cat two.json)
      }
    }
  ]
}
EOF
[ "$(az stack sub create -n team -l local -f team.json --action-on-unmanage deleteAll --deny-settings-mode denyDelete \
    --query 'length(resources)' -o tsv)" = 3 ]
[ "$(az stack sub list --query '[].name' -o tsv)" = team ]
refused "DenyAssignmentAuthorizationFailed" az group delete -n team --yes
echo "ok az stack sub create, with a group"
az stack sub delete -n team --action-on-unmanage deleteAll --yes
[ "$(az group list --query "[?name=='team']" -o tsv)" = "" ]
echo "ok az stack sub delete, with the group"

az stack sub create -n into -l local -f one.json --deployment-resource-group web --action-on-unmanage detachAll \
    --deny-settings-mode none -o none
az stack sub delete -n into --action-on-unmanage detachAll --yes
[ "$(az resource list -g web --query '[].name' -o tsv)" = a ]
echo "ok a stack of the subscription deploys to a group, and leaves what it managed"
