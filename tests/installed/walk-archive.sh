#!/bin/bash
# Installs, breaks, repairs and removes Latchkey inside a booted system: walk-archive.sh ARCHIVE VERSION. Run by booted.sh.
# No pipefail: grep -q ends a pipe early.
set -eu
archive=$1 version=$2

. "$(dirname "$0")/steps.sh"
address=http://127.0.0.1:3400/svc

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
cp -a "/opt/latchkey-$version" /srv/stand-in
file_maker_server /srv/stand-in

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
second_disk
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
step "the install script: a changed list is refused, the archive installs and starts, and nothing is left after the purge"
rm -rf /opt/latchkey*
cp /srv/walk/SHA256SUMS /root/sums
sed -i 's/^./0/' /srv/walk/SHA256SUMS
if sh /srv/walk/install.sh --archive --fms-url http://127.0.0.1:3000 >/root/install.log 2>&1; then fail "a changed list was accepted"; fi
grep -q "isn't signed" /root/install.log || fail "no reason: $(cat /root/install.log)"
cp /root/sums /srv/walk/SHA256SUMS
systemctl start fms
sh /srv/walk/install.sh --archive --fms-url http://127.0.0.1:3000 >/root/install.log 2>&1 || fail "install.sh: $(cat /root/install.log)"
/usr/local/bin/latchkey health
sh /srv/walk/install.sh --archive --fms-url http://127.0.0.1:3000 >/root/install.log 2>&1 || fail "install.sh again: $(cat /root/install.log)"
sh /srv/walk/install.sh --archive --purge >/root/install.log 2>&1 || fail "purge: $(cat /root/install.log)"
systemctl stop fms
expect "" "$(find /etc /opt /var/lib /var/cache /usr/local -xdev \( -name '*latchkey*' -o -nouser \) ! -path '/opt/FileMaker/*' 2>/dev/null || true)" "left after the purge"
step "done"
