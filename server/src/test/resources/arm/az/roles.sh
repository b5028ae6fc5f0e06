# The Azure CLI signs in as service principals of a server that asks callers to, gives roles and takes them.
#
# Begins with lib.sh.

WEB=$S/resourceGroups/web

bootstrap bot other

refused 'not right' as other az login --service-principal --tenant $TENANT -u "$admin" -p wrong
echo "ok a wrong secret is refused"

as admin az login --service-principal --tenant $TENANT -u "$admin" -p "$secret" >/dev/null
[ "$(as admin az account show --query user.type -o tsv)" = servicePrincipal ]
echo "ok az login --service-principal"

token=$(as admin az account get-access-token --query accessToken -o tsv)
bot=$(post /fairlead/principals '{"name": "bot"}' | member id)
key=$(post "/fairlead/principals/$bot/secrets" '{}' | member secret)

as admin az group create -n web -l local >/dev/null
as admin az group create -n other -l local >/dev/null
[ "$(as admin az role definition list --name Reader --query '[0].name' -o tsv)" = acdd72a7-3385-48ef-bd42-f606fba81ae7 ]
echo "ok az role definition list"

for turn in first second; do
    as admin az role assignment create --assignee-object-id "$bot" --assignee-principal-type ServicePrincipal \
        --role Reader --scope $WEB >/dev/null
    echo "ok az role assignment create, $turn time"
done
[ "$(as admin az role assignment list --scope $WEB --fill-principal-name false --query 'length(@)' -o tsv)" = 1 ]
echo "ok az role assignment list"

as bot az login --service-principal --tenant $TENANT -u "$bot" -p "$key" >/dev/null
[ "$(as bot az group list --query '[].name' -o tsv)" = web ]
echo "ok a reader of one group lists that alone"
refused AuthorizationFailed as bot az group create -n web -l local --tags a=b
echo "ok a reader changes nothing"
refused AuthorizationFailed as bot az group show -n other
echo "ok a reader of one group sees no other"

as admin az role definition create --role-definition "{\"Name\": \"Restarter\", \"Description\": \"Restarts.\",
    \"Actions\": [\"Fairlead.Lab/*/action\", \"*/read\"], \"AssignableScopes\": [\"$S\"]}" >/dev/null
[ "$(as admin az role definition list --custom-role-only --query '[0].roleName' -o tsv)" = Restarter ]
echo "ok az role definition create"
as admin az role definition delete --name Restarter --scope $S
[ -z "$(as admin az role definition list --custom-role-only --query '[].roleName' -o tsv)" ]
echo "ok az role definition delete"

sleep 1
post "/fairlead/principals/$bot/revoke" '{}' >/dev/null
sleep 1
as bot az group show -n web >/dev/null
echo "ok after a revocation az fetches another token by itself"

curl -sk --fail-with-body -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    -d '{"disabled": true}' "$URL/fairlead/principals/$bot" >/dev/null
if as bot az group show -n web >/dev/null 2>&1; then
    echo "a disabled principal was let in" && exit 1
fi
echo "ok a disabled principal is not let in"

id=$(as admin az role assignment list --scope $WEB --fill-principal-name false --query "[?principalId=='$bot'].id" -o tsv)
as admin az role assignment delete --ids "$id"
[ "$(as admin az role assignment list --scope $WEB --fill-principal-name false --query 'length(@)' -o tsv)" = 0 ]
echo "ok az role assignment delete"
