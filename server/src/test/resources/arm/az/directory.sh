# The Azure CLI finds principals by their names and makes service principals, as it does with a directory service.
#
# Begins with lib.sh.

bootstrap bot reader other
as admin az group create -n web -l local >/dev/null
WEB=$S/resourceGroups/web

made=$(as admin az ad sp create-for-rbac --name payments --role Contributor --scopes $WEB -o json 2>/dev/null)
app=$(member appId <<<"$made")
check "az ad sp create-for-rbac" "$(member displayName <<<"$made")" payments
as bot az login --service-principal --tenant "$(member tenant <<<"$made")" -u "$app" -p "$(member password <<<"$made")" >/dev/null
check "login with what it prints" "$(as bot az group list --query '[].name' -o tsv)" web

check "az role assignment list with names" \
    "$(as admin az role assignment list --scope $WEB --query '[].principalName' -o tsv)" "$app"
as admin az role assignment create --assignee payments --role Reader --scope $S >/dev/null
check "az role assignment create --assignee NAME" \
    "$(as admin az role assignment list --assignee payments --scope $S --query '[].roleDefinitionName' -o tsv)" Reader
check "az role assignment list --include-inherited" \
    "$(as admin az role assignment list --assignee "$app" --scope $WEB --include-inherited --include-groups --query 'length(@)' -o tsv)" 2
as admin az role assignment delete --assignee payments --role Reader --scope $S
check "az role assignment delete --assignee NAME" \
    "$(as admin az role assignment list --assignee payments --scope $S --query 'length(@)' -o tsv)" 0
refused "Cannot find user or service principal" as admin az role assignment create --assignee nothing --role Reader --scope $S
echo "ok a name that is none is refused"

check "az ad signed-in-user show" "$(as bot az ad signed-in-user show --query displayName -o tsv)" payments
check "az ad sp show" "$(as admin az ad sp show --id "$app" --query displayName -o tsv)" payments
check "az ad sp list" "$(as admin az ad sp list --display-name pay --query '[].appId' -o tsv)" "$app"
check "a caller sees itself alone" "$(as bot az ad sp list --all --query '[].displayName' -o tsv)" payments
refused "does not have authorization" as bot az ad sp create-for-rbac --name more
echo "ok a contributor makes no service principal"
refused "does not exist" as bot az ad app credential reset --id "$admin"
echo "ok a contributor mints no secret of an owner"

before=$(as admin az ad app credential list --id "$app" --query 'length(@)' -o tsv)
key=$(as admin az ad app credential reset --id "$app" --append --query password -o tsv 2>/dev/null)
check "az ad app credential reset" "$(as admin az ad app credential list --id "$app" --query 'length(@)' -o tsv)" $((before + 1))
as bot az login --service-principal --tenant $TENANT -u "$app" -p "$key" >/dev/null
echo "ok login with the secret that was added"

as admin az ad app federated-credential create --id "$app" --parameters '{"name": "main", "issuer": "https://ci.example",
    "subject": "repo:company/payments:ref:refs/heads/main", "audiences": ["fairlead"]}' >/dev/null
check "az ad app federated-credential" \
    "$(as admin az ad app federated-credential list --id "$app" --query '[].[name,subject]' -o tsv)" \
    "main	repo:company/payments:ref:refs/heads/main"
as admin az ad app federated-credential delete --id "$app" --federated-credential-id main
check "az ad app federated-credential delete" "$(as admin az ad app federated-credential list --id "$app" --query 'length(@)' -o tsv)" 0

group=$(as admin az ad group create --display-name team --mail-nickname team --query id -o tsv)
as admin az ad group member add --group "$group" --member-id "$app"
check "az ad group" "$(as admin az ad group member list --group "$group" --query '[].displayName' -o tsv)" payments
check "az ad group member check" "$(as admin az ad group member check --group "$group" --member-id "$app" --query value -o tsv)" true
as admin az role assignment create --assignee-object-id "$group" --assignee-principal-type Group --role Reader --scope $S >/dev/null
check "a role of a group" \
    "$(as admin az role assignment list --assignee payments --scope $S --include-groups --query '[].principalName' -o tsv)" team

made=$(as admin az ad sp create-for-rbac --name signed --create-cert -o json 2>/dev/null)
signed=$(member appId <<<"$made")
as admin az role assignment create --assignee signed --role Reader --scope $WEB >/dev/null
as reader az login --service-principal --tenant $TENANT -u "$signed" \
    --certificate "$(member fileWithCertAndPrivateKey <<<"$made")" >/dev/null
check "az login --certificate" "$(as reader az group list --query '[].name' -o tsv)" web
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=other -keyout other.key -out other.crt 2>/dev/null
cat other.key other.crt >other.pem
refused "not right" as other az login --service-principal --tenant $TENANT -u "$signed" --certificate other.pem
echo "ok a certificate that was not registered is refused"

as admin az role assignment delete --assignee payments --role Contributor --scope $WEB
as admin az ad group member remove --group "$group" --member-id "$app"
as admin az ad app delete --id "$app"
check "az ad app delete" "$(as admin az ad sp list --display-name pay --query 'length(@)' -o tsv)" 0
