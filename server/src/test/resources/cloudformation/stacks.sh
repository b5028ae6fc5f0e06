# The AWS CLI and stacks: stacks.sh URL COMMAND. Each check that holds is a line that begins with "ok".
set -euo pipefail
url=$1
cli=$2
export AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret AWS_DEFAULT_REGION=local AWS_PAGER='' AWS_EC2_METADATA_DISABLED=true

run() { "$cli" --endpoint-url "$url" --output text "$@"; }
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: expected $3, found $2"; exit 1; fi; }
begins() { case "$2" in "$3"*) echo "ok $1" ;; *) echo "not ok $1: expected $3, found $2" && exit 1 ;; esac; }
refused() { if run "$@" > refused 2>&1; then echo "accepted"; else tail -n 1 refused | sed 's/^.*operation: //'; fi; }
status() { run cloudformation describe-stacks --stack-name "$1" --query 'Stacks[0].StackStatus'; }

cat > stack.yaml <<'TEMPLATE'
AWSTemplateFormatVersion: 2010-09-09
Description: things
Parameters:
  Text: {Type: String, Default: one}
Resources:
  First:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !Ref Text}
  Second:
    Type: Fairlead::Lab::Thing
    Properties: {Text: !Sub "after ${First}"}
Outputs:
  First: {Value: !Ref First, Export: {Name: first}}
TEMPLATE

run cloudformation deploy --stack-name things --template-file stack.yaml --tags team=blue > /dev/null
check "deploys a stack" "$(status things)" CREATE_COMPLETE
first=$(run cloudformation describe-stacks --stack-name things --query 'Stacks[0].Outputs[0].OutputValue')
check "tells an output" "$(run cloudcontrol get-resource --type-name Fairlead::Lab::Thing --identifier "$first" --query ResourceDescription.Identifier)" "$first"
check "tells the tags" "$(run cloudformation describe-stacks --stack-name things --query 'Stacks[0].Tags[0].Value')" blue
check "exports" "$(run cloudformation list-exports --query 'Exports[].Name')" first
run cloudformation deploy --stack-name things --template-file stack.yaml --tags team=blue --no-fail-on-empty-changeset > same
begins "has nothing to deploy" "$(tail -n 1 same)" "No changes to deploy. Stack things is up to date"
run cloudformation deploy --stack-name things --template-file stack.yaml --parameter-overrides Text=two > /dev/null
check "deploys a change" "$(status things)" UPDATE_COMPLETE
check "keeps the resource" "$(run cloudformation describe-stack-resource --stack-name things --logical-resource-id First --query StackResourceDetail.PhysicalResourceId)" "$first"
check "waits for no update" "$(refused cloudformation update-stack --stack-name things --use-previous-template --parameters ParameterKey=Text,UsePreviousValue=true)" \
    "No updates are to be performed."
run cloudformation create-change-set --stack-name things --change-set-name next --use-previous-template \
    --parameters ParameterKey=Text,ParameterValue=three > /dev/null
run cloudformation wait change-set-create-complete --stack-name things --change-set-name next
check "reviews a change" "$(run cloudformation describe-change-set --stack-name things --change-set-name next --query 'Changes[].ResourceChange.[Action,LogicalResourceId,Replacement]')" \
    "$(printf 'Modify\tFirst\tFalse')"
run cloudformation execute-change-set --stack-name things --change-set-name next
run cloudformation wait stack-update-complete --stack-name things
check "executes a change set" "$(status things)" UPDATE_COMPLETE
check "knows its template" "$(run cloudformation get-template-summary --stack-name things --query 'Parameters[].ParameterKey')" Text
run cloudformation validate-template --template-body file://stack.yaml > /dev/null && echo "ok validates a template"
run cloudformation detect-stack-drift --stack-name things > /dev/null
check "finds no drift" "$(run cloudformation describe-stack-resource-drifts --stack-name things --query 'StackResourceDrifts[].StackResourceDriftStatus')" \
    "$(printf 'IN_SYNC\tIN_SYNC')"
run cloudformation update-termination-protection --enable-termination-protection --stack-name things > /dev/null
check "protects a stack" "$(refused cloudformation delete-stack --stack-name things)" \
    "Stack [things] cannot be deleted while TerminationProtection is enabled"
run cloudformation update-termination-protection --no-enable-termination-protection --stack-name things > /dev/null
run cloudformation delete-stack --stack-name things
run cloudformation wait stack-delete-complete --stack-name things
check "deletes a stack" "$(refused cloudformation describe-stacks --stack-name things)" "Stack with id things does not exist"
check "deletes what it has made" "$(run cloudcontrol list-resources --type-name Fairlead::Lab::Thing --query 'ResourceDescriptions[].Identifier')" ""
check "prepares for the CDK" "$(run ssm get-parameter --name /cdk-bootstrap/hnb659fds/version --query Parameter.Value)" 30
