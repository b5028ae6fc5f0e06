# The Azure CLI deploys templates: validates, creates, looks at what was done, meets what fails, and cancels.
#
# Begins with lib.sh.

export AZURE_CONFIG_DIR=$PWD/azure
az cloud register -n fairlead --endpoint-resource-manager "$URL"
az cloud set -n fairlead
export IDENTITY_ENDPOINT=$URL/msi/token IDENTITY_HEADER=development
az login --identity >/dev/null
az group create -n web -l local -o none
GROUP=$S/resourceGroups/web
SCHEMA=https://schema.management.azure.com/schemas

cat > pair.json <<EOF
{
  // two things, one of which says what the other one does
  "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": {
    "prefix": {"type": "string", "maxLength": 8},
    "key": {"type": "securestring", "defaultValue": "hidden"}
  },
  "variables": {"first": "[concat(parameters('prefix'), '-first')]"},
  "resources": [
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "[variables('first')]",
      "location": "[resourceGroup().location]", "tags": {"team": "web"}, "properties": {"Text": "hello"}
    },
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "[concat(parameters('prefix'), '-second')]",
      "location": "[resourceGroup().location]",
      "dependsOn": ["[variables('first')]"],
      "properties": {"Text": "[reference(variables('first')).Text]"}
    }
  ],
  "outputs": {
    "text": {"type": "string", "value": "[reference(concat(parameters('prefix'), '-second')).Text]"},
    "key": {"type": "securestring", "value": "[parameters('key')]"}
  }
}
EOF

[ "$(az deployment group validate -g web -n pair -f pair.json -p prefix=a --query properties.provisioningState -o tsv)" = Succeeded ]
echo "ok az deployment group validate"
refused "less than or equal to" az deployment group validate -g web -n pair -f pair.json -p prefix=much-too-long
echo "ok validate finds a value that a parameter can't have"
[ "$(az deployment group create -g web -n pair -f pair.json -p prefix=a --query properties.outputs.text.value -o tsv)" = hello ]
echo "ok az deployment group create"
[ "$(az resource show --id $GROUP/providers/Fairlead.Lab/things/a-second --api-version 2026-11-01 --query properties.Text -o tsv)" = hello ]
echo "ok what a template refers to is there when it is used"
[ "$(az deployment group show -g web -n pair --query properties.parameters.key.value -o tsv)" = "" ]
[ "$(az deployment group show -g web -n pair --query properties.outputs.key.value -o tsv)" = "" ]
echo "ok secure values are not shown"
[ "$(az deployment operation group list -g web -n pair --query 'length(@)' -o tsv)" = 3 ]
echo "ok az deployment operation group list"
[ "$(az deployment group list -g web --query '[].name' -o tsv)" = pair ]
echo "ok az deployment group list"
[[ $(az deployment group export -g web -n pair) = *'"contentVersion": "1.0.0.0"'* ]]
echo "ok az deployment group export"

sed 's/"hello"/17/' pair.json > wrong.json
refused "things/b-first" az deployment group create -g web -n wrong -f wrong.json -p prefix=b
if az resource show --id $GROUP/providers/Fairlead.Lab/things/b-first --api-version 2026-11-01 >/dev/null 2>&1; then
    echo "something was made" && exit 1
fi
echo "ok what would be refused is told before anything is made"

sed 's/\[variables(.first.)\]"\]/[variables('"'none'"')]"]/' pair.json > broken.json
refused "none" az deployment group validate -g web -n broken -f broken.json -p prefix=a
echo "ok what is wrong with a template is told"

cat > one.json <<EOF
{
  "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "resources": [
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a-first",
      "location": "local", "tags": {"team": "web"}, "properties": {"Text": "hello"}
    }
  ]
}
EOF
az deployment group create -g web -n only -f one.json --mode Complete -o none
[ "$(az resource list -g web --query '[].name' -o tsv)" = a-first ]
echo "ok a complete deployment deletes what the template does not have"

cat > everything.json <<EOF
{
  "\$schema": "$SCHEMA/2018-05-01/subscriptionDeploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": {"name": {"type": "string"}},
  "resources": [
    {"type": "Microsoft.Resources/resourceGroups", "apiVersion": "2021-04-01", "name": "[parameters('name')]", "location": "local"},
    {
      "type": "Microsoft.Resources/deployments", "apiVersion": "2021-04-01", "name": "inner",
      "resourceGroup": "[parameters('name')]",
      "dependsOn": ["[subscriptionResourceId('Microsoft.Resources/resourceGroups', parameters('name'))]"],
      "properties": {
        "mode": "Incremental",
        "expressionEvaluationOptions": {"scope": "inner"},
        "template": {
          "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
          "contentVersion": "1.0.0.0",
          "resources": [{
            "copy": {"name": "all", "count": 3},
            "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "[format('thing{0}', copyIndex())]",
            "location": "[resourceGroup().location]", "properties": {"Text": "[string(copyIndex())]"}
          }],
          "outputs": {"ids": {"type": "array", "copy": {"count": 3, "input": "[resourceId('Fairlead.Lab/things', format('thing{0}', copyIndex()))]"}}}
        }
      }
    }
  ],
  "outputs": {"ids": {"type": "array", "value": "[reference('inner').outputs.ids.value]"}}
}
EOF
[ "$(az deployment sub create -n all -l local -f everything.json -p name=team --query 'length(properties.outputs.ids.value)' -o tsv)" = 3 ]
[ "$(az resource list -g team --query 'length(@)' -o tsv)" = 3 ]
echo "ok az deployment sub create, with a group and a deployment to it"
refused "InvalidDeploymentLocation" az deployment sub create -n all -l elsewhere -f everything.json -p name=team
echo "ok a deployment stays in its location"

az deployment group delete -g web -n pair
refused "DeploymentNotFound" az deployment group show -g web -n pair
[ "$(az resource list -g web --query '[].name' -o tsv)" = a-first ]
echo "ok az deployment group delete leaves the resources"
