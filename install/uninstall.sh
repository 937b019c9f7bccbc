#!/bin/sh
# Removes the service or the agent from this Linux machine: uninstall.sh service|agent [--purge]
# Without --purge, the data stays. The program's folder always stays: this script is in it.
set -eu
part=$1
shift
purge=
for word; do
  case $word in
    --purge) purge=yes ;;
    *) echo "Unknown argument $word. Usage: latchkey $([ "$part" = agent ] && echo 'agent ')uninstall [--purge]" >&2; exit 2 ;;
  esac
done
case $0 in
  /usr/lib/latchkey/*)
    package=latchkey
    [ "$part" = service ] || package=latchkey-agent
    echo "Installed as a package. Run apt-get $([ -n "$purge" ] && echo purge || echo remove) $package instead." >&2
    exit 1
    ;;
esac
[ "$(id -u)" = 0 ] || { echo "Run this as root." >&2; exit 1; }

case $part in
  service) unit=latchkey folders="/var/lib/latchkey /var/cache/latchkey /etc/latchkey" ;;
  agent) unit=latchkey-agent folders=/var/lib/latchkey-agent ;;
esac
if [ -n "$purge" ] && [ -t 0 ]; then
  printf 'This deletes %s and cannot be undone. Type the name %s to continue: ' "$folders" "$unit"
  read -r answer
  [ "$answer" = "$unit" ] || { echo "Nothing was removed."; exit 1; }
fi

if [ -d /run/systemd/system ]; then systemctl disable --now "$unit" 2>/dev/null || true; fi
rm -rf "/etc/systemd/system/$unit.service" "/etc/systemd/system/$unit.service.d"
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl reset-failed "$unit" 2>/dev/null || true
fi
echo "Removed $unit.service."

if [ -z "$purge" ]; then
  echo "Kept: $folders and the account $unit. Run this again with --purge to delete them."
else
  for folder in $folders; do rm -rf "$folder" && echo "Deleted $folder."; done
  if id "$unit" >/dev/null 2>&1; then userdel "$unit" && echo "Deleted the account $unit."; fi
fi

echo "Left, because this script didn't create it:"
if [ "$part" = service ]; then
  echo "  the program: /opt/latchkey and the folder that it links to"
  for copy in /var/lib/latchkey-[0-9]*; do [ -e "$copy" ] && echo "  a copy of the data from an upgrade: $copy"; done
  echo "  the include of Latchkey's file in the web server's configuration"
  echo "  offsite backups in their buckets"
else
  echo "  the program: /opt/latchkey-agent, or /opt/latchkey"
  echo "  the agent's entry in the service, and its key latchkey-agent-… in the Admin Console: revoke the agent in the console to delete both"
fi
