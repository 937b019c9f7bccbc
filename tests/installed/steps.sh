# Steps that the walks of this folder share.
server="/opt/FileMaker/FileMaker Server"

step() { printf '%5ss  %s\n' "$SECONDS" "$*"; }
# A command that ends the walk without a word names its line.
set -E
trap '[ $BASH_SUBSHELL -gt 0 ] || echo "FAILED: line $LINENO of $0: $BASH_COMMAND" >&2' ERR
fail() { echo "FAILED: $*" >&2; journalctl -u latchkey -u latchkey-agent --no-pager -n 40 >&2; exit 1; }
expect() { # expect WANTED ACTUAL WHAT
  [ "$1" = "$2" ] || fail "$3: expected $1, got $2"
}
refused() { # refused WHAT PATTERN: the start fails at once, isn't repeated, and says why
  local began=$SECONDS
  if systemctl start latchkey 2>/dev/null; then fail "$1: the start succeeded"; fi
  [ $((SECONDS - began)) -le 15 ] || fail "$1: the start took $((SECONDS - began)) s"
  sleep 3
  expect failed "$(systemctl show -P ActiveState latchkey)" "$1: state"
  expect 0 "$(systemctl show -P NRestarts latchkey)" "$1: restarts"
  journalctl -u latchkey --no-pager -o cat | grep -q "$2" || fail "$1: no reason in the journal"
  systemctl reset-failed latchkey
}
api() { curl -sS -u admin:admin-pass -H 'Content-Type: application/json' "$@"; }
until_true() { # until_true SECONDS COMMAND…
  local last=$((SECONDS + $1))
  shift
  until "$@"; do [ $SECONDS -lt $last ] || fail "not within the time: $*"; sleep 0.2; done
}
linked() { api "$address/api/agents" | grep -q '"state":"linked"'; }
has_ended() { api "$address/api/processes/$1" | grep -Eq '"state":"(done|doneWithErrors|failed|aborted)"'; }
ended() { # ended PROCESS: prints its state when it has ended
  until_true 60 has_ended "$1"
  api "$address/api/processes/$1" | grep -Eo '"state":"(done|doneWithErrors|failed|aborted)"' | head -1
}
copied() { # copied NAME TARGET: copies Orders to the target, and fails unless the copy is made
  local process
  process=$(api -H 'Prefer: respond-async' -d "{\"sourceFile\":\"Orders\",\"targetFile\":{\"filename\":\"$1\",$2},\"username\":\"Admin\",\"password\":\"full-access-pass\",\"force\":true}" "$address/api/fm-file/copy-compress" | grep -o '"processId":[0-9]*' | cut -d: -f2)
  expect '"state":"done"' "$(ended "$process")" "copy-compress to $1"
}
file_maker_server() { # file_maker_server PROGRAM: starts the stand-in of a release with an account of its own
  groupadd --system fmsadmin
  useradd --system --gid fmsadmin --home-dir "$server" --shell /usr/sbin/nologin fmserver
  install -d -o fmserver -g fmsadmin -m 0775 /opt/FileMaker "$server"
  install -d -o fmserver -g fmsadmin -m 0700 /var/lib/fms-store
  cat >/etc/systemd/system/fms.service <<END
[Service]
User=fmserver
Group=fmsadmin
UMask=0002
WorkingDirectory=/var/lib/fms-store
ExecStart=$1/node/bin/node $1/program/sandbox.mjs --port 3000 --admin-port 16001 --folder "$server" --store /var/lib/fms-store --store-port 9000
END
  systemctl daemon-reload
  systemctl start fms
  until_true 20 curl -sf -o /dev/null http://127.0.0.1:3000/fmi/data/vLatest/productInfo
  until_true 5 test -e "$server/Database Server/bin/sandbox-connection.json"
  cp /bin/sleep "$server/Database Server/bin/fmserverd"
  systemd-run -q --unit fmserverd -p User=fmserver -p Group=fmsadmin "$server/Database Server/bin/fmserverd" 3600
}
second_disk() { # sets /fmdata/dbs as FileMaker Server's additional folder
  admin=http://127.0.0.1:16001/fmi/admin/api/v2
  token=$(api -X POST -d '{}' "$admin/user/auth" | grep -o '"token":"[^"]*"' | cut -d'"' -f4)
  curl -sSf -o /dev/null -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"UseOtherDatabaseRoot":true,"DatabaseRootPath":"filelinux:/fmdata/dbs/"}' "$admin/server/config/additionaldbfolder"
}
guide() { # guide PAGE HEADING: prints the shell commands below a heading of a guide, with the addresses of this walk
  awk -v heading="$2" '/^#+ / { inside = $0 == heading } inside && /^```sh$/ { code = 1; next } /^```$/ { code = 0 } code' "/srv/walk/guides/$1.md" |
    sed -e 's|https://releases.example.com/latchkey|file:///srv/walk|; s/\(fms\|keys\|latchkey\)\.example\.com/fms.acme.test/'
}
follow() { # follow PAGE HEADING: runs them, and counts them and their time
  local began=$EPOCHREALTIME commands
  commands=$(guide "$1" "$2")
  [ -n "$commands" ] || fail "$1 has no commands below $2"
  commands_run=$((${commands_run:-0} + $(echo "$commands" | wc -l)))
  bash -e -c "$commands" || fail "the commands of $1 below $2"
  commands_took=$(echo "${commands_took:-0} $began $EPOCHREALTIME" | awk '{ print $1 + $3 - $2 }')
}
no_error() { # no_error FILE: fails if it has an answer of Latchkey with an error
  if grep -Eq '"code":"?[1-9]' "$1"; then fail "an error: $(cat "$1")"; fi
}
starts() { # starts HEADING ADDRESS: runs the command below a heading of running.md in a folder of its own, until the address responds
  local folder pid
  folder=$(mktemp -d)
  (cd "$folder" && exec bash -c "$(guide running "$1")") >"$folder/output" 2>&1 &
  pid=$!
  until_true 20 curl -sf -o /dev/null "$2"
  pkill -P "$pid" || kill "$pid"
  wait "$pid" || true
}
