#!/bin/bash
# Installs, upgrades and removes the Debian packages inside a booted system: walk-packages.sh VERSION NEXT. Run by booted.sh, which then
# resets the machine and runs walk-after-reset.sh.
# No pipefail: grep -q ends a pipe early.
set -eu
version=$1 next=$2
. "$(dirname "$0")/steps.sh"
export DEBIAN_FRONTEND=noninteractive
address=https://fms.acme.test/svc

install_packages() { # install_packages VERSION NAME…
  local wanted=$1 names=() name
  shift
  for name; do names+=("$name=$wanted"); done
  apt-get install -qq -y -o Dpkg::Use-Pty=0 --allow-downgrades "${names[@]}" >/root/apt.log 2>&1 || fail "apt-get install $*: $(cat /root/apt.log)"
}

# Other sources can't be reached from here.
rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*
touch /root/before

step "install by the script, without settings: nothing starts, and one sentence says what to do"
sh /srv/walk/install.sh >/root/apt.log 2>&1 || fail "install.sh: $(cat /root/apt.log)"
grep -q 'latchkey: set FMS_URL in /etc/latchkey/settings, then run: systemctl enable --now latchkey' /root/apt.log || fail "no sentence: $(cat /root/apt.log)"
expect inactive "$(systemctl show -P ActiveState latchkey)" "state without settings"
expect "640 root latchkey" "$(stat -c '%a %U %G' /etc/latchkey/settings)" "access to the settings"
expect "$version" "$(latchkey version)" "version"
refused "no settings" "FMS_URL is missing"
case $(latchkey uninstall 2>&1) in *"apt-get remove latchkey"*) ;; *) fail "uninstall doesn't name apt-get" ;; esac

step "FileMaker Server with an account of its own, behind nginx with a certificate of a private authority"
cp -r /usr/lib/latchkey /srv/stand-in
file_maker_server /srv/stand-in
install -d /srv/ca
cd /srv/ca
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=Acme CA" -keyout ca.key -out ca.crt 2>/dev/null
openssl req -newkey rsa:2048 -nodes -subj "/CN=fms.acme.test" -keyout fms.key -out fms.csr 2>/dev/null
openssl x509 -req -in fms.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile <(echo subjectAltName=DNS:fms.acme.test) -out fms.crt 2>/dev/null
cd /
echo "127.0.0.1 fms.acme.test" >>/etc/hosts
cat >/etc/nginx/nginx.conf <<'END'
events {}
http {
  access_log off;
  server {
    listen 443 ssl;
    server_name fms.acme.test;
    ssl_certificate /srv/ca/fms.crt;
    ssl_certificate_key /srv/ca/fms.key;
    client_max_body_size 0;
    location /fmi/admin/ { proxy_pass http://127.0.0.1:16001; }
    location / { proxy_pass http://127.0.0.1:3000; }
    include /etc/nginx/latchkey.conf;
  }
}
END
cp /usr/lib/latchkey/install/nginx.conf /etc/nginx/latchkey.conf
systemd-run -q --unit web nginx -g 'daemon off;'
api() { curl -sS --cacert /srv/ca/ca.crt -u admin:admin-pass -H 'Content-Type: application/json' "$@"; }

step "first key: the certificate's authority is named as the problem, and the guide's step solves it"
printf 'BASE_URL=https://fms.acme.test\nTRUSTED_PROXIES=127.0.0.1\n' >>/etc/latchkey/settings
follow production "## Install it" >/root/apt.log 2>&1
expect 1 "$(grep -c '^FMS_URL=https://fms.acme.test$' /etc/latchkey/settings)" "lines of FMS_URL"
prerequisites='{"files":["Contacts.fmp12"],"user":"api","pass":"demo-pass"}'
case $(api -d "$prerequisites" "$address/api/prerequisites") in *'"code":18327'*) ;; *) fail "the certificate isn't named" ;; esac
cp /srv/ca/ca.crt /root/company-ca.crt
cd /root
follow production "### Trust your own certificate authority" >/dev/null 2>&1
case $(api -d "$prerequisites" "$address/api/prerequisites") in *'"state":"failed"'*) fail "a point failed" ;; esac
key=$(api -d '{"databases":["Contacts.fmp12"],"label":"Walk","user":"api","pass":"demo-pass"}' "$address/api/api-key" | grep -o '"key":"[^"]*"' | cut -d'"' -f4)
[ -n "$key" ] || fail "no key"
echo "$key" >/root/key
reads() { curl -sf -o /dev/null -H "Authorization: Bearer $(cat /root/key)" "$address/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1"; }
reads || fail "the key doesn't work"

step "the guide to the first key"
installing=$commands_run installing_took=$commands_took
export BASE_URL=https://fms.acme.test
for heading in "## 1. Check that everything is ready" "## 2. Create the key"; do
  follow first-key "$heading" >/root/first-key 2>/dev/null
  no_error /root/first-key
done
DATA_KEY=$(grep -o '"key":"dk_[^"]*"' /root/first-key | cut -d'"' -f4)
export DATA_KEY
for heading in "## 3. Read a record" "## 4. Give each program its own key" "## 5. Create an Admin API key"; do
  follow first-key "$heading" >/root/first-key 2>/dev/null
  no_error /root/first-key
done
grep -q '"key":"ak_' /root/first-key || fail "no Admin API key: $(cat /root/first-key)"
commands_run=$installing commands_took=$installing_took

step "the agent: one package, one command, and it can write to a second disk"
install -d -o fmserver -g fmsadmin -m 2775 /fmdata /fmdata/dbs
second_disk
sed -n '/--agent/p' <<<"$(guide host-agent "## Install it")" | sh >/root/apt.log 2>&1 || fail "the agent's package: $(cat /root/apt.log)"
grep -q 'latchkey-agent: create an enrollment code' /root/apt.log || fail "no sentence: $(cat /root/apt.log)"
api -X POST "$address/api/agents" | grep -o '"code":"[^"]*"' | cut -d'"' -f4 >/root/code
# The second run of the script installs nothing.
follow host-agent "## Install it" </root/code >/root/enroll.log 2>&1 || fail "enroll: $(cat /root/enroll.log)"
echo "first key and agent: $commands_run commands, $(printf %.0f "$commands_took") s"
until_true 10 linked
grep -q '  ReadWritePaths="-/fmdata/dbs"' /root/enroll.log || fail "no line for the second disk: $(cat /root/enroll.log)"
latchkey agent doctor >/root/doctor.log || fail "doctor: $(cat /root/doctor.log)"
grep -q 'The folder for [a-z ]*, /fmdata/dbs, has' /root/doctor.log || fail "doctor doesn't know the second disk: $(cat /root/doctor.log)"
copied OrdersCopy '"folder":"default","subfolder":"copies"'
copied Other '"folder":"additionalFolder1"'
setpriv --reuid fmserver --regid fmsadmin --clear-groups test -r "$server/Data/Databases/copies/OrdersCopy.fmp12" -a -w /fmdata/dbs/Other.fmp12 || fail "FileMaker Server can't use the copies"
# The unit's view, not that of its account: outside of the unit, the account can write there.
sed -i '/fmdata/d' /etc/systemd/system/latchkey-agent.service.d/folders.conf
systemctl daemon-reload
systemctl restart latchkey-agent
until_true 10 linked
if latchkey agent doctor >/root/doctor.log; then fail "doctor is content with a folder that the unit can't write to: $(cat /root/doctor.log)"; fi
grep -A1 '/fmdata/dbs' /root/doctor.log | grep -q 'latchkey agent allow-folders' || fail "doctor doesn't see what the unit sees: $(cat /root/doctor.log)"
follow host-agent "### Allow additional folders" >/dev/null
until_true 10 linked
latchkey agent doctor >/root/doctor.log
grep -q 'The folder for [a-z ]*, /fmdata/dbs, has' /root/doctor.log || fail "allow-folders: $(cat /root/doctor.log)"

step "backup while running, and restore over the existing folder, as the guide says"
api -d '{"databases":["Contacts.fmp12"],"label":"Restored","user":"api","pass":"demo-pass"}' "$address/api/api-key" >/dev/null
follow production "## Back it up" >/dev/null 2>&1
api "$address/api/api-key" | grep -q '"label":"Restored"' || fail "the key is gone"
expect 0 "$(find /var/lib/latchkey/data ! -user latchkey | wc -l)" "files of other accounts"
latchkey check-data >/dev/null || fail "check-data"

step "the guide to running it"
for heading in "## Check the data" "## Rotate the master key" "## Rotate the secret for key ids"; do follow running "$heading" >/root/running 2>&1; done
systemctl restart latchkey
reads || fail "the key doesn't work after a rotation"
follow running "## Allow only some networks" <<<admin-pass >/root/running 2>/dev/null
follow running "## Show a status page" <<<admin-pass >>/root/running 2>/dev/null
token=$(api -X PATCH -d '{"appLogToken":"regenerate"}' "$address/api/settings" >/dev/null && api "$address/api/settings" | grep -o 'al_[^"]*')
guide running "## Write to the application log" | sed "s/al_…/$token/" | bash >>/root/running 2>/dev/null
no_error /root/running
latchkey logs --errors >/dev/null
until_true 5 sh -c "grep -q 'The import took two hours' /var/lib/latchkey/data/logs/app-*.log"
curl -sf "$address/status" | grep -q 'FileMaker at Acme' || fail "no status page"
systemctl stop latchkey
starts "## Start a demo or connect your server" http://127.0.0.1:3400/svc/healthz
starts "## Run it behind a web server" "$address/healthz"
systemctl stop web
cp /srv/ca/fms.crt /etc/latchkey/chain.pem
cp /srv/ca/fms.key /etc/latchkey/key.pem
starts "## Run it with its own TLS" "$address/healthz"
rm /etc/latchkey/*.pem
systemd-run -q --unit web nginx -g 'daemon off;'
systemctl start latchkey
# After so many refusals, the agent pauses for longer.
systemctl restart latchkey-agent
until_true 10 linked

step "kill -9 of service and agent"
kill -9 "$(systemctl show -P MainPID latchkey)" "$(systemctl show -P MainPID latchkey-agent)"
until_true 20 latchkey health >/dev/null 2>&1
until_true 20 linked

until_true 20 systemctl is-active --quiet latchkey-agent
# Proportional set sizes: parts that both share are counted once.
kilobytes=0
for unit in latchkey latchkey-agent; do
  kilobytes=$((kilobytes + $(sed -n 's/^Pss: *\([0-9]*\) kB/\1/p' "/proc/$(systemctl show -P MainPID $unit)/smaps_rollup")))
done
echo "memory of service and agent: $((kilobytes / 1000)) MB"
[ $kilobytes -le 160000 ] || fail "too much memory"

step "upgrade under load"
# A loaded machine restarts more slowly: an upgrade is allowed half more than this restart, at least 3 s.
began=$EPOCHREALTIME
systemctl restart latchkey
restart=$(echo "$began $EPOCHREALTIME" | awk '{ print $2 - $1 }')
calls_until() { # calls_until FILE: reads records until the file is there, and writes the time and result of each call
  until [ -e "$1" ]; do
    if reads; then echo "$EPOCHREALTIME ok"; else echo "$EPOCHREALTIME refused"; fi
    sleep 0.05
  done
}
writes_until() { # writes_until FILE: creates keys until the file is there, and writes the label of each acknowledged one
  local number=0
  until [ -e "$1" ]; do
    number=$((number + 1))
    case $(api -d "{\"databases\":[\"Contacts.fmp12\"],\"label\":\"Load-$number-\",\"user\":\"api\",\"pass\":\"demo-pass\"}" "$address/api/api-key" 2>/dev/null) in
      *'"key":"dk_'*) echo "Load-$number-" ;;
    esac
    sleep 0.2
  done
}
calls_until /root/upgraded >/root/calls &
calls=$!
writes_until /root/upgraded >/root/writes &
writes=$!
sleep 1
began=$EPOCHREALTIME
install_packages "$next" latchkey-node latchkey latchkey-agent
ended=$EPOCHREALTIME
sleep 1
touch /root/upgraded
wait $calls $writes
awk -v restart="$restart" -v took="$(echo "$began $ended" | awk '{ print $2 - $1 }')" '
  $2 == "refused" { refused++; if (!away) away = $1; next }
  { answered++; if (away && $1 - away > longest) longest = $1 - away; away = 0 }
  END { printf "upgrade: %.1f s, %d calls answered, %d refused, away for %.1f s; a restart takes %.1f s\n", took, answered, refused, longest, restart; exit longest > 3 && longest > 1.5 * restart }' /root/calls || fail "away too long"
api "$address/api/api-key" >/root/keys
[ "$(wc -l </root/writes)" -gt 3 ] || fail "only $(wc -l </root/writes) writes were acknowledged"
while IFS= read -r label; do grep -q "\"label\":\"$label\"" /root/keys || fail "the acknowledged key $label is lost"; done </root/writes
expect 1 "$(find /usr/lib/latchkey -maxdepth 1 -name 'running-*' | wc -l)" "copies that the service runs from"
expect "$next" "$(latchkey version)" "version after the upgrade"
until_true 10 linked
reads || fail "the key doesn't work after the upgrade"
api "$address/api/info" | grep -q "\"version\":\"$next\"" || fail "the service isn't $next"
api -d '{"databases":["Contacts.fmp12"],"label":"Since","user":"api","pass":"demo-pass"}' "$address/api/api-key" >/dev/null
copy=$(ls -1d /var/lib/latchkey/upgrades/*-before-"$next")

step "go back to the copy of the data"
install_packages "$version" latchkey-node latchkey latchkey-agent
systemctl stop latchkey
latchkey restore "$copy" >/dev/null
systemctl start latchkey
reads || fail "the key doesn't work after going back"
case $(api "$address/api/api-key") in *'"label":"Since"'*) fail "the data is newer than the copy" ;; *'"label":"Walk"'*) ;; *) fail "the key is gone" ;; esac
latchkey check-data >/dev/null || fail "check-data"

step "a refused upgrade leaves the service running"
if LATCHKEY_SKIP_COPY='' sh -c 'mv /usr/lib/latchkey/program/backup.mjs /root; apt-get install -qq -y -o Dpkg::Use-Pty=0 "$1" "$2"' sh "latchkey-node=$next" "latchkey=$next" >/root/apt.log 2>&1; then fail "upgraded without a copy of the data"; fi
mv /root/backup.mjs /usr/lib/latchkey/program
grep -q "isn't upgraded" /root/apt.log || fail "no reason: $(cat /root/apt.log)"
reads || fail "the service stopped"
dpkg --configure -a
expect "install ok installed $version" "$(dpkg-query -W -f '${Status} ${Version}' latchkey)" "state of the package"

step "remove keeps the data, and a second installation continues with it"
apt-get remove -qq -y -o Dpkg::Use-Pty=0 latchkey latchkey-agent >/root/apt.log 2>&1 || fail "remove: $(cat /root/apt.log)"
[ -e /var/lib/latchkey/data/latchkey.sqlite ] && [ -e /var/lib/latchkey-agent/identity.json ] || fail "the data is gone"
if pgrep -u latchkey >/dev/null; then fail "the service still runs"; fi
install_packages "$version" latchkey latchkey-agent
reads || fail "the key doesn't work after a second installation"
until_true 10 linked
echo ok >/root/before-reset
