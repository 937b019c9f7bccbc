#!/bin/bash
# Runs the image as a container runtime would: as its account, with a root that can only be read. Run by booted.sh.
set -eu
. "$(dirname "$0")/steps.sh"
address=http://127.0.0.1:3400/svc
root=/srv/image/root

step "FileMaker Server with an account of its own"
file_maker_server /opt/latchkey

step "the image: $(du -sm --apparent-size $root | cut -f1) MB, $(find $root -type f | wc -l) files"
expect "700 10001" "$(stat -c '%a %u' $root/var/lib/latchkey)" "access to the data"
expect "" "$(find $root -user 10001 ! -path $root/var/lib/latchkey)" "other files of the service's account"
mount --bind $root $root
mount -o remount,ro,bind $root
mount -t tmpfs -o mode=1777 tmpfs $root/tmp
mkdir /srv/data
chmod 0700 /srv/data
chown 10001:10001 /srv/data
mount --bind /srv/data $root/var/lib/latchkey
mount --bind /proc $root/proc 2>/dev/null || true
contained() { ROOT=$root PROGRAM=$(cat "/srv/image/$1") sh /srv/image/run "${@:2}"; }
settings="FMS_URL=http://127.0.0.1:3000 TRUSTED_PROXIES=127.0.0.1"

step "it refuses to start without a server, and to listen on all addresses without TLS or a proxy"
status=0
contained start >/root/refused 2>&1 || status=$?
expect 78 $status "exit code without FMS_URL: $(cat /root/refused)"
status=0
contained start FMS_URL=http://127.0.0.1:3000 >/root/refused 2>&1 || status=$?
expect 78 $status "exit code without a proxy: $(cat /root/refused)"

step "it starts, and is healthy"
# A runtime runs the check in the container's environment.
if contained health $settings >/dev/null 2>&1; then fail "healthy before it started"; fi
began=$EPOCHREALTIME
contained start $settings >/root/service 2>&1 &
until_true 20 curl -sf -o /dev/null "$address/healthz"
echo "ready after $(echo "$began $EPOCHREALTIME" | awk '{ printf "%.1f", $2 - $1 }') s"
contained health $settings >/dev/null || fail "not healthy"
key=$(api -d '{"databases":["Contacts.fmp12"],"label":"Walk","user":"api","pass":"demo-pass"}' "$address/api/api-key" | grep -o '"key":"[^"]*"' | cut -d'"' -f4)
curl -sf -o /dev/null -H "Authorization: Bearer $key" "$address/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1" || fail "the key doesn't work: $(cat /root/service)"
curl -sf "$address/console/" | grep -q '<title>' || fail "no console"
pid=$(pgrep -u 10001 | head -1)
kill "$pid"
until_true 15 sh -c "! kill -0 $pid 2>/dev/null"
step "done"
