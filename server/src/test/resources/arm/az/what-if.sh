# The Azure CLI asks what templates would do before they are deployed, and then finds that they did just that.
#
# Begins with lib.sh.

export AZURE_CONFIG_DIR=$PWD/azure
az cloud register -n fairlead --endpoint-resource-manager "$URL"
az cloud set -n fairlead
export IDENTITY_ENDPOINT=$URL/msi/token IDENTITY_HEADER=development
az login --identity >/dev/null
az group create -n web -l local -o none
SCHEMA=https://schema.management.azure.com/schemas

cat > pair.json <<END
{
  // two things, one of which says what the other one does
  "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": {"text": {"type": "string"}, "team": {"type": "string", "defaultValue": "web"}},
  "resources": [
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "first",
      "location": "[resourceGroup().location]", "tags": {"team": "[parameters('team')]"},
      "properties": {"Text": "[parameters('text')]"}
    },
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "second",
      "location": "[resourceGroup().location]",
      "dependsOn": ["first"],
      "properties": {"Text": "[concat('as ', reference('first').Text)]"}
    }
  ]
}
END

what_if() { az deployment group what-if -g web -n pair --no-pretty-print "$@"; }

changes() { # each change in a line: its type, the name of the resource, and the paths of the delta
    what_if "$@" | python3 -c '
import json, sys
result = json.load(sys.stdin)
for kind in "changes", "potentialChanges":
    for change in result[kind]:
        paths = [delta["path"] for delta in change["delta"] or []]
        print(" ".join([kind, change["changeType"], change["resourceId"].split("/")[-1]] + paths))
'
}

check "what is not there would be created" "$(changes -f pair.json -p text=hello)" "changes Create first
changes Create second"
az deployment group create -g web -n pair -f pair.json -p text=hello -o none
check "the same template changes nothing" "$(changes -f pair.json -p text=hello)" "changes NoChange first
changes NoChange second"
check "a change is shown, and what follows from it" "$(changes -f pair.json -p text=bye)" "changes Modify first properties.Text
changes Modify second properties.Text"
check "a tag that is changed is all that is shown" "$(changes -f pair.json -p text=hello team=shop)" "changes Modify first tags.team
changes NoChange second"
check "ids alone" "$(changes -f pair.json -p text=bye --result-format ResourceIdOnly)" "changes Deploy first
changes Deploy second"

cat > one.json <<END
{
  "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "resources": [
    {
      "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "first",
      "location": "local", "tags": {"team": "web"}, "properties": {"Text": "hello"}
    }
  ]
}
END
check "others are ignored" "$(changes -f one.json)" "changes NoChange first
changes Ignore second"
check "or deleted" "$(changes -f one.json --mode Complete)" "changes NoChange first
changes Delete second"

shown=$(az deployment group what-if -g web -n pair -f pair.json -p text=bye)
case $shown in
*'~ Fairlead.Lab/things/first [2026-11-01]'*'~ properties.Text: "hello" => "bye"'*'Resource changes: 2 to modify.'*)
    echo "ok people are shown what would change" ;;
*) echo "not ok: $shown" && exit 1 ;;
esac

sed 's/"hello"/17/' one.json > wrong.json
refused "/properties/Text" az deployment group what-if -g web -n pair -f wrong.json
echo "ok what would be refused is told"
sed 's/"first",/"[parameters(~none~)]",/' one.json | tr '~' "'" > broken.json
refused "none" az deployment group what-if -g web -n pair -f broken.json
echo "ok what is wrong with a template is told"

cat > everything.json <<END
{
  "\$schema": "$SCHEMA/2018-05-01/subscriptionDeploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "resources": [
    {"type": "Microsoft.Resources/resourceGroups", "apiVersion": "2021-04-01", "name": "team", "location": "local"},
    {
      "type": "Microsoft.Resources/deployments", "apiVersion": "2021-04-01", "name": "inner", "resourceGroup": "team",
      "dependsOn": ["[subscriptionResourceId('Microsoft.Resources/resourceGroups', 'team')]"],
      "properties": {
        "mode": "Incremental",
        "expressionEvaluationOptions": {"scope": "inner"},
        "template": {
          "\$schema": "$SCHEMA/2019-04-01/deploymentTemplate.json#",
          "contentVersion": "1.0.0.0",
          "resources": [{
            "copy": {"name": "all", "count": 2},
            "type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "[format('thing{0}', copyIndex())]",
            "location": "[resourceGroup().location]", "properties": {"Text": "[string(copyIndex())]"}
          }]
        }
      }
    }
  ]
}
END
what_if() { az deployment sub what-if -l local -n all --no-pretty-print "$@"; }
check "nested deployments are looked into" "$(changes -f everything.json)" "changes Create team
changes Create thing0
changes Create thing1"
az deployment sub create -l local -n all -f everything.json -o none
check "and change nothing the second time" "$(changes -f everything.json)" "changes NoChange team
changes NoChange thing0
changes NoChange thing1"
