#!/bin/bash
# Installs, breaks, repairs and removes Latchkey inside a booted system: walk.sh ARCHIVE VERSION. Run by booted.sh.
# No pipefail: grep -q ends a pipe early.
set -eu
archive=$1 version=$2
server="/opt/FileMaker/FileMaker Server"
address=http://127.0.0.1:3400/svc

step() { printf '%5ss  %s\n' "$SECONDS" "$*"; }
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
ended() { # ended PROCESS: prints its state when it has ended
  until_true 60 sh -c "curl -sS -u admin:admin-pass $address/api/processes/$1 | grep -Eq '\"state\":\"(done|doneWithErrors|failed|aborted)\"'"
  api "$address/api/processes/$1" | grep -Eo '"state":"(done|doneWithErrors|failed|aborted)"' | head -1
}

step "install as the guide says"
tar -xzf "$archive" -C /opt
ln -sfn "latchkey-$version" /opt/latchkey
useradd --system --home-dir /var/lib/latchkey --shell /usr/sbin/nologin latchkey
install -d -m 0750 -g latchkey /etc/latchkey
cp /opt/latchkey/install/latchkey.service /etc/systemd/system
systemctl daemon-reload

step "starts without a server and with a wrong setting fail at once"
: >/etc/latchkey/settings
refused "no settings" "FMS_URL is missing"
printf 'FMS_URL=https://fms.example.com\nPORT=abc\n' >/etc/latchkey/settings
refused "PORT=abc" "PORT must be a number"

step "FileMaker Server with an account of its own"
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
ExecStart=/opt/latchkey/node/bin/node /opt/latchkey/program/sandbox.mjs --port 3000 --admin-port 16001 --folder "$server" --store /var/lib/fms-store --store-port 9000
END
systemctl daemon-reload
systemctl start fms
until_true 20 curl -sf -o /dev/null http://127.0.0.1:3000/fmi/data/vLatest/productInfo
until_true 5 test -e "$server/Database Server/bin/sandbox-connection.json"
cp /bin/sleep "$server/Database Server/bin/fmserverd"
systemd-run -q --unit fmserverd -p User=fmserver -p Group=fmsadmin "$server/Database Server/bin/fmserverd" 3600

step "a start returns when the service responds"
printf 'FMS_URL=http://127.0.0.1:3000\nFMS_SERVER_PATH="%s"\n' "$server" >/etc/latchkey/settings
chgrp latchkey /etc/latchkey/settings
chmod 0640 /etc/latchkey/settings
install -D -m 0644 /opt/latchkey/install/latchkey-on-filemaker-host.conf /etc/systemd/system/latchkey.service.d/filemaker.conf
systemctl daemon-reload
systemctl enable --now latchkey
curl -sf -o /dev/null "$address/healthz" || fail "no response after systemctl start"
/opt/latchkey/latchkey health
until_true 15 linked

step "the agent writes to FileMaker Server's folders, and sees its process"
case $(api "$address/api/agents") in *'"isWritable":false'*) fail "a folder isn't writable" ;; esac
agent=$(pgrep -u latchkey -f 'agent.mjs run')
nsenter -t "$agent" -m setpriv --reuid latchkey --regid fmsadmin --clear-groups sh -c 'cat /proc/[0-9]*/comm 2>/dev/null' | grep -qx fmserverd || fail "fmserverd isn't visible to the agent"
key=$(api -d '{"databases":["Contacts.fmp12"],"label":"Walk","user":"api","pass":"demo-pass"}' "$address/api/api-key" | grep -o '"key":"[^"]*"' | cut -d'"' -f4)
[ -n "$key" ] || fail "no key"
process=$(api -H 'Prefer: respond-async' -d '{"sourceFile":"Orders","targetFile":{"filename":"OrdersCopy","folder":"default","subfolder":"copies"},"username":"Admin","password":"full-access-pass","force":true}' "$address/api/fm-file/copy-compress" | grep -o '"processId":[0-9]*' | cut -d: -f2)
expect '"state":"done"' "$(ended "$process")" "copy-compress"
setpriv --reuid fmserver --regid fmsadmin --clear-groups test -r "$server/Data/Databases/copies/OrdersCopy.fmp12" -a -w "$server/Data/Databases/copies" || fail "FileMaker Server can't use the copy"

step "a second disk is refused before a file is closed, and works with the line that the refusal names"
install -d -o fmserver -g fmsadmin -m 2775 /fmdata /fmdata/dbs
admin=http://127.0.0.1:16001/fmi/admin/api/v2
token=$(api -X POST -d '{}' "$admin/user/auth" | grep -o '"token":"[^"]*"' | cut -d'"' -f4)
curl -sSf -o /dev/null -X PATCH -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"UseOtherDatabaseRoot":true,"DatabaseRootPath":"filelinux:/fmdata/dbs/"}' "$admin/server/config/additionaldbfolder"
onto_second_disk='{"sourceFile":"Orders","targetFile":{"filename":"Other","folder":"additionalFolder1"},"username":"Admin","password":"full-access-pass","force":true}'
answer=$(api -H 'Prefer: respond-async' -d "$onto_second_disk" "$address/api/fm-file/copy-compress")
case $answer in *'ReadWritePaths='*/fmdata/dbs*) ;; *) fail "not refused with the missing line: $answer" ;; esac
case $(api "$address/api/processes") in *'"id":2,'*) fail "a process was started" ;; esac
printf '[Service]\nReadWritePaths=/fmdata\n' >/etc/systemd/system/latchkey.service.d/folders.conf
systemctl daemon-reload
systemctl restart latchkey
until_true 15 linked
process=$(api -H 'Prefer: respond-async' -d "$onto_second_disk" "$address/api/fm-file/copy-compress" | grep -o '"processId":[0-9]*' | cut -d: -f2)
expect '"state":"done"' "$(ended "$process")" "copy-compress to the second disk"
agent=$(pgrep -u latchkey -f 'agent.mjs run')

step "kill -9 of service and agent"
kill -9 "$(systemctl show -P MainPID latchkey)" "$agent"
until_true 20 /opt/latchkey/latchkey health
until_true 20 linked

step "backup while running, restore over the existing folder as root"
/opt/latchkey/latchkey backup /root/backup --master-key /root/safe/master.key
if /opt/latchkey/latchkey restore /root/backup 2>/dev/null; then fail "restored while running"; fi
systemctl stop latchkey
/opt/latchkey/latchkey restore /root/backup --master-key /root/safe/master.key
expect 0 "$(find /var/lib/latchkey/data ! -user latchkey | wc -l)" "files of other accounts"
systemctl start latchkey
api "$address/api/api-key" | grep -q '"label":"Walk"' || fail "the key is gone"
curl -sf -o /dev/null -H "Authorization: Bearer $key" "$address/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1" || fail "the key doesn't work"
/opt/latchkey/latchkey check-data

step "an agent that was never enrolled ends without restarts"
useradd --system --gid fmsadmin --home-dir /var/lib/latchkey-agent --shell /usr/sbin/nologin latchkey-agent
mkdir -p /opt/latchkey-agent
cp /opt/latchkey/host/latchkey-agent.mjs /opt/latchkey/node/bin/node /opt/latchkey-agent
cp /opt/latchkey/install/latchkey-agent.service /etc/systemd/system
systemctl daemon-reload
systemctl start latchkey-agent
until_true 10 sh -c '[ "$(systemctl show -P ActiveState latchkey-agent)" = failed ]'
expect 0 "$(systemctl show -P NRestarts latchkey-agent)" "restarts of the agent"

step "remove and purge"
/opt/latchkey/latchkey agent uninstall --purge </dev/null
/opt/latchkey/latchkey uninstall </dev/null
[ -d /var/lib/latchkey/data ] || fail "the data was deleted without --purge"
/opt/latchkey/latchkey uninstall --purge </dev/null
systemctl stop fms fmserverd
# Only places that an installation writes to: the whole disk of the machine takes a minute.
left=$(find /etc /var/lib /var/cache /var/spool /usr/local -xdev \( -name '*latchkey*' -o -nouser \) 2>/dev/null || true)
expect "" "$left" "left after the purge"
step "done"
