# The Azure CLI signs in with a device code that a person approves elsewhere, and renews its token.
#
# Begins with lib.sh. APPROVER is a bearer token of a person, WORKLOAD one of a workload, both of https://idp.example.

bootstrap device workload
as admin az role assignment create --assignee-object-id "$PERSON" --assignee-principal-type User --role Reader --scope $S >/dev/null

approve() { # what az has printed into a file has a code
    local code=''
    for _ in $(seq 1 100); do
        code=$(grep -o '[B-Z]\{4\}-[B-Z]\{4\}' "$1" | head -1) && [ -n "$code" ] && break
        sleep 0.2
    done
    curl -sk --fail-with-body -X POST -H "Authorization: Bearer $APPROVER" -H 'Content-Type: application/json' \
        -d "{\"approved\": $2}" "$URL/fairlead/device/$code" >/dev/null
}

(as device az login --use-device-code >login.out 2>login.log) &
approve login.log true
wait $! || { cat login.log && exit 1; }
echo "ok az login --use-device-code"
check "az acts for the person" "$(as device az account show --query user.name -o tsv)" alice
check "az ad signed-in-user show" "$(as device az ad signed-in-user show --query displayName -o tsv)" alice
refused AuthorizationFailed as device az group create -n web -l local
echo "ok az may what the person may"

as device az logout
(as device az login --use-device-code >denied.out 2>denied.log) &
approve denied.log false
if wait $!; then echo "a device that was denied was let in" && exit 1; fi
echo "ok a device that is denied is not let in"

workload=$(post /fairlead/principals '{"name": "workload"}' | member id)
post "/fairlead/principals/$workload/federated" \
    '{"issuer": "https://idp.example", "subject": "repo:company/payments:ref:refs/heads/main", "audience": "fairlead"}' >/dev/null
as admin az role assignment create --assignee workload --role Reader --scope $S >/dev/null
as workload az login --service-principal --tenant $TENANT -u "$workload" --federated-token "$WORKLOAD" >/dev/null
check "az login --federated-token" "$(as workload az group list --query '[0].name' -o tsv)" default
