# The AWS CDK and stacks: cdk.sh URL. Each check that holds is a line that begins with "ok".
set -euo pipefail
export AWS_ENDPOINT_URL=$1 AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret AWS_REGION=us-east-1 AWS_EC2_METADATA_DISABLED=true
export CDK_DISABLE_CLI_TELEMETRY=1 NODE_NO_WARNINGS=1 CI=1

cdk() { node_modules/.bin/cdk --app cdk.out --no-notices --no-color "$@" > told 2>&1; }
said() { if grep -qF "$2" told; then echo "ok $1"; else echo "not ok $1: expected $2 in" && cat told && exit 1; fi; }
deploy() { cdk deploy Shop --require-approval never "$@"; }

# What `cdk synth` makes of an app with two resources.
template() {
    mkdir -p cdk.out
    printf '{"version": "48.0.0"}' > cdk.out/cdk.out
    printf '{"version": "48.0.0", "artifacts": {"Shop": {"type": "aws:cloudformation:stack", "displayName": "Shop",
      "environment": "aws://000000000000/us-east-1", "properties": {"templateFile": "Shop.template.json"}}}}' > cdk.out/manifest.json
    printf '{"Parameters": {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>",
        "Default": "/cdk-bootstrap/hnb659fds/version"}},
      "Resources": {
        "Folder": {"Type": "Fairlead::Files::Directory", "Properties": {"Name": "cdk"}},
        "Hours": {"Type": "Fairlead::Files::File", "Properties": {"DirectoryName": {"Ref": "Folder"}, "Name": "%s",
          "Content": "%s"}},
        "CDKMetadata": {"Type": "AWS::CDK::Metadata", "Properties": {"Analytics": "v2:deflate64:x"}}},
      "Outputs": {"Where": {"Value": {"Fn::GetAtt": ["Folder", "Path"]}}}}' "$1" "$2" > cdk.out/Shop.template.json
}

template hours.txt open
deploy
said "deploys a stack" "Shop.Where = "
deploy
said "has nothing to deploy" "(no changes)"
template hours.txt closed
cdk diff Shop
said "shows what differs" "[+] closed"
deploy
said "deploys a change" "Shop.Where = "
template hours.txt open
deploy --method=direct
said "deploys without a change set" "Shop.Where = "
cdk drift Shop
said "finds no drift" "No drift detected"
template ../hours.txt open
if deploy; then echo "not ok: accepted" && exit 1; fi
said "names what failed" "UPDATE_FAILED"
said "says why" "Properties validation failed for resource Hours"
cdk destroy Shop --force
said "destroys a stack" "Shop: destroyed"
