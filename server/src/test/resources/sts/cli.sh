# The AWS CLI signs in to a server that asks callers to: by a minted key, a session of its own, a role of a profile, and
# a web identity token.
#
# URL is the server, CLI the command, ADMIN the administrator's bearer token, TOKEN a file with a token of an issuer,
# DEPLOY the id of the service principal that is the role `deploy`. Each check that holds is a line that begins with "ok".

S=00000000-0000-0000-0000-000000000000
ARN=arn:aws:iam::000000000000
# What the command keeps of sessions is below HOME.
export HOME=$PWD AWS_CONFIG_FILE=$PWD/config AWS_SHARED_CREDENTIALS_FILE=$PWD/credentials AWS_PAGER='' AWS_EC2_METADATA_DISABLED=true
export AWS_ENDPOINT_URL=$URL AWS_DEFAULT_REGION=local

run() { "$CLI" --output text "$@"; }
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: expected $3, found $2"; exit 1; fi; }
refused() { # a check, what its message has to have in it, and a command that has to fail
    local name=$1 expected=$2 said
    shift 2
    if said=$("$@" 2>&1); then echo "not refused: $*" && exit 1; fi
    case $said in *"$expected"*) echo "ok $name" ;; *) echo "not ok $name: expected '$expected', found: $said" && exit 1 ;; esac
}
post() { curl -s --fail-with-body -X POST -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$2" "$URL$1"; }
member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

alice=$(post /fairlead/principals '{"name": "alice"}' | member id)
minted=$(post "/fairlead/principals/$alice/keys" "{\"subscription\": \"$S\"}")
key=$(member accessKeyId <<<"$minted")
printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' "$key" "$(member secretAccessKey <<<"$minted")" >credentials
cat >config <<END
[default]
region = local
[profile deploy]
role_arn = $ARN:role/deploy
source_profile = default
role_session_name = from-profile
[profile ci]
role_arn = $ARN:role/deploy
web_identity_token_file = $TOKEN
role_session_name = from-token
END

check "a minted key" "$(run sts get-caller-identity --query Arn)" "$ARN:user/alice"
refused "alice has no role yet" AccessDenied run cloudcontrol list-resources --type-name Fairlead::Lab::Thing

assign() { # a principal, a role and a scope
    curl -s --fail-with-body -X PUT -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' \
        -d "{\"properties\": {\"principalId\": \"$1\", \"principalType\": \"ServicePrincipal\", \"roleDefinitionId\": \"/x/$2\"}}" \
        "$URL$3/providers/Microsoft.Authorization/roleAssignments/$(python3 -c 'import uuid; print(uuid.uuid4())')?api-version=2022-04-01" >/dev/null
}
refused "a role that alice may not assume" 'not authorized to perform: sts:AssumeRole' run --profile deploy sts get-caller-identity
assign "$alice" 5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a05 "/providers/Fairlead.Identity/principals/$DEPLOY"
check "a profile with role_arn" "$(run --profile deploy sts get-caller-identity --query Arn)" \
    arn:aws:sts::000000000000:assumed-role/deploy/from-profile
token=$(run --profile deploy cloudcontrol create-resource --type-name Fairlead::Lab::Thing --desired-state '{"Text": "one"}' --query ProgressEvent.RequestToken)
run --profile deploy cloudcontrol wait resource-request-success --request-token "$token"
echo "ok the role creates"
refused "alice still does not" AccessDenied run cloudcontrol create-resource --type-name Fairlead::Lab::Thing --desired-state '{"Text": "two"}'
check "a web identity token file" "$(run --profile ci sts get-caller-identity --query Arn)" \
    arn:aws:sts::000000000000:assumed-role/deploy/from-token
check "a web identity token in the environment" "$(AWS_ROLE_ARN=$ARN:role/deploy AWS_WEB_IDENTITY_TOKEN_FILE=$TOKEN \
    AWS_ROLE_SESSION_NAME=from-environment AWS_SHARED_CREDENTIALS_FILE=/dev/null AWS_CONFIG_FILE=/dev/null \
    run sts get-caller-identity --query Arn)" arn:aws:sts::000000000000:assumed-role/deploy/from-environment
refused "a session policy" MalformedPolicyDocument run sts assume-role --role-arn $ARN:role/deploy --role-session-name narrow \
    --policy '{"Version": "2012-10-17", "Statement": []}'
refused "a role that is not there" AccessDenied run sts assume-role --role-arn $ARN:role/none --role-session-name none

session() { # variables of a session that a command prints as text
    read -r AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
    export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
}
session < <(run sts get-session-token --duration-seconds 900 --query 'Credentials.[AccessKeyId,SecretAccessKey,SessionToken]')
check "get-session-token" "$(run sts get-caller-identity --query Arn)" "$ARN:user/alice"
refused "a session begins no session of its own" AccessDenied run sts get-session-token
echo package >package.txt
refused "a session of a reader uploads nothing" AccessDenied run s3 cp package.txt s3://packages/package.txt
curl -s --fail-with-body -X DELETE -H "Authorization: Bearer $ADMIN" "$URL/fairlead/principals/$alice/keys/$key"
refused "the session of a key that was removed" InvalidClientTokenId run sts get-caller-identity
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN
refused "a key that was removed" InvalidClientTokenId run sts get-caller-identity
