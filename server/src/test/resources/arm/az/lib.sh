# What the scripts for the Azure CLI have in common. URL is the server, DATA its data folder. Each check that holds is a
# line that begins with "ok".

S=/subscriptions/00000000-0000-0000-0000-000000000000
TENANT=00000000-0000-0000-0000-000000000000

as() { # whose session the next command has
    export AZURE_CONFIG_DIR=$PWD/azure-$1
    shift
    "$@"
}

check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: expected '$3', found '$2'"; exit 1; fi; }

refused() { # a command that has to fail, with this in its message
    local expected=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "not refused: $*" && return 1
    fi
    case $said in *"$expected"*) return 0 ;; *) echo "expected '$expected', found: $said" && return 1 ;; esac
}

member() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

post() { # an address of the server and a body, as the administrator
    curl -sk --fail-with-body -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d "$2" "$URL$1"
}

bootstrap() { # the first administrator, and az of those who are named
    local made
    made=$(curl -sk --fail-with-body -X POST -H 'Content-Type: application/json' \
        -d "{\"code\": \"$(cat "$DATA/bootstrap")\"}" "$URL/fairlead/bootstrap")
    admin=$(member clientId <<<"$made")
    secret=$(member clientSecret <<<"$made")
    for who in admin "$@"; do
        as $who az cloud register -n fairlead --endpoint-resource-manager "$URL"
        as $who az cloud set -n fairlead
    done
    as admin az login --service-principal --tenant $TENANT -u "$admin" -p "$secret" >/dev/null
    token=$(as admin az account get-access-token --query accessToken -o tsv)
}
