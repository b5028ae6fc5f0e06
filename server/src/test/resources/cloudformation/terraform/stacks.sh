# Terraform and stacks: stacks.sh URL. Each check that holds is a line that begins with "ok".
set -euo pipefail
export TF_VAR_endpoint=$1 TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1 TF_INPUT=0

check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: expected $3, found $2"; exit 1; fi; }
planned() { set +e; terraform plan -no-color -detailed-exitcode "$@" > told 2>&1; echo $?; set -e; }

if [ -n "${TF_MIRROR:-}" ]; then terraform init -no-color "-plugin-dir=$TF_MIRROR" > told; else terraform init -no-color > told; fi
terraform apply -no-color -auto-approve > told
check "makes a stack" "$(terraform output -raw text)" open
check "plans nothing after that" "$(planned)" 0
terraform apply -no-color -auto-approve -var text=closed > told
check "changes it" "$(terraform output -raw text)" closed
if terraform apply -no-color -auto-approve -var text=closed -var name=../x > told 2>&1; then echo "not ok: accepted" && exit 1; fi
check "tells why a change failed" "$(grep -c 'Properties validation failed' told)" 1
check "plans nothing with the old values" "$(planned -var text=closed)" 0
terraform destroy -no-color -auto-approve > told
check "deletes it" "$(terraform state list)" ""
