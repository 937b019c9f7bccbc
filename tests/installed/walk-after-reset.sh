#!/bin/bash
# Continues after a reset of the machine: run by booted.sh after walk-packages.sh.
set -eu
. "$(dirname "$0")/steps.sh"
export DEBIAN_FRONTEND=noninteractive
address=https://fms.acme.test/svc
api() { curl -sS --cacert /srv/ca/ca.crt -u admin:admin-pass -H 'Content-Type: application/json' "$@"; }

step "after a reset of the machine, everything comes up by itself"
systemctl start fms
systemd-run -q --unit web nginx -g 'daemon off;'
until_true 20 linked
curl -sf -o /dev/null -H "Authorization: Bearer $(cat /root/key)" "$address/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1" || fail "the key doesn't work"
latchkey check-data >/dev/null || fail "check-data"

step "purge"
follow host-agent "## Remove the agent" <<<y >/root/apt.log 2>&1
expect "" "$(getent passwd latchkey-agent || true)" "account of the removed agent"
latchkey health >/dev/null || fail "the service stopped with its agent"
follow production "## Remove it" >>/root/apt.log 2>&1
grep -q 'latchkey-agent: revoke this agent' /root/apt.log || fail "no word of the agent's entry: $(cat /root/apt.log)"
systemctl stop fms web
# The web server's include and the backup are the administrator's. Files that the agent made for FileMaker Server belong to that one.
rm -r /etc/nginx/latchkey.conf
expect "" "$(find /backup /safe -nouser)" "files of a deleted account in the backup"
rm -r /backup /safe
left=$(find / -xdev \( -path /proc -o -path /srv -o -path /opt/FileMaker -o -path /fmdata -o -path /tmp -o -path /root -o -path /work -o -path /var/cache/apt -o -path /run/systemd \) -prune -o \( -name '*latchkey*' -o -name '*_srv_walk_apt_*' -o -nouser \) -newer /root/before -print)
expect "" "$left" "left after the purge"
expect "" "$(getent passwd latchkey latchkey-agent || true)" "accounts"
expect "" "$(systemctl list-unit-files --no-legend 'latchkey*')" "units"
step "done"
