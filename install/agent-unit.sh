#!/bin/sh
# Sets up the agent's systemd unit on the host of FileMaker Server: agent-unit.sh enrolled|allow-folders|doctor|conformance NODE PROGRAM [ARGUMENT…]
set -eu
task=$1 node=$2 program=$3
shift 3
account=latchkey-agent
unit=latchkey-agent.service
drop_in=/etc/systemd/system/$unit.d/folders.conf
usual="/opt/FileMaker/FileMaker Server"
server=${FMS_SERVER_PATH:-$usual}
server=${server%/}

is_installed() { [ -d /run/systemd/system ] && systemctl cat "$unit" >/dev/null 2>&1; }
as_account() { setpriv --reuid "$account" --regid "$(id -g "$account")" --init-groups "$@"; }
refuse() { echo "latchkey: $1" >&2; exit 1; }

# The agent's account chooses these lines, and root writes them into a unit: only absolute paths without special characters.
check_path() {
  case $1 in
    /) refuse "FileMaker Server uses the folder /, which isn't allowed. Write the line yourself to $drop_in." ;;
    *[\"\\%]* | *[[:cntrl:]]*) refuse "the folder $1 has characters that a unit can't contain. Use another folder." ;;
    /*) ;;
    *) refuse "the folder $1 isn't an absolute path." ;;
  esac
}

drop_in_text() {
  printf '# Written by latchkey agent allow-folders.\n[Service]\n'
  if [ "$server" != "$usual" ]; then
    printf 'Environment="FMS_SERVER_PATH=%s"\nReadWritePaths="%s"\n' "$server" "$server"
  fi
  # A missing folder, marked with -, doesn't stop the agent.
  printf '%s\n' "$1" | while IFS= read -r folder; do
    case $folder in '' | "$server" | "$server"/*) ;; *) printf 'ReadWritePaths="-%s"\n' "$folder" ;; esac
  done
  # FileMaker Server uses what the agent writes, by its group.
  group=$(stat -c %G "$server/Data/Databases" 2>/dev/null || true)
  case $group in '' | UNKNOWN | root) group=fmsadmin ;; esac
  printf 'Group=%s\nUMask=0007\n' "$group"
}

allow_folders() {
  folders=$(as_account "$node" "$program" folders) || return 1
  printf '%s\n' "$server" "$folders" | while IFS= read -r folder; do
    [ -z "$folder" ] || check_path "$folder"
  done || return 1
  mkdir -p "${drop_in%/*}"
  drop_in_text "$folders" >"$drop_in.new"
  chmod 0644 "$drop_in.new"
  mv "$drop_in.new" "$drop_in"
  systemctl daemon-reload
  echo "Wrote $drop_in:"
  grep -v '^#' "$drop_in" | sed 's/^/  /'
}

case $task in
  enrolled)
    # An installation without the unit starts the agent in another way.
    if [ "$(id -u)" != 0 ] || ! is_installed; then
      echo "Start the agent with: latchkey agent run"
      exit 0
    fi
    allow_folders || echo "latchkey: the unit allows FileMaker Server's own folder only. For others, run later: latchkey agent allow-folders" >&2
    systemctl enable --quiet "$unit"
    systemctl restart "$unit"
    echo "Started $unit. To check it, run: latchkey agent doctor"
    ;;
  allow-folders)
    [ "$(id -u)" = 0 ] || refuse "run this as root."
    is_installed || refuse "$unit isn't installed."
    allow_folders
    if systemctl is-active --quiet "$unit"; then systemctl restart "$unit"; fi
    ;;
  doctor | conformance)
    # Looks with the eyes of the running unit: its environment, and the folders as it sees them.
    set -- "$task" "$@"
    process=0
    if [ "$(id -u)" = 0 ] && is_installed; then process=$(systemctl show -P MainPID "$unit"); fi
    if [ "$process" != 0 ]; then
      status=0
      # After the words of the command, xargs adds the unit's environment. The words go to the end, after the program.
      xargs -0 -a "/proc/$process/environ" sh -c '
        node=$0 process=$1 account=$2 group=$3 program=$4 words=$5
        shift 5
        set -- "$@" setpriv --reuid "$account" --regid "$group" --init-groups "$node" "$program"
        while [ "$words" -gt 0 ]; do word=$1; shift; set -- "$@" "$word"; words=$((words - 1)); done
        exec nsenter -t "$process" -m env -i "$@"
      ' "$node" "$process" "$account" "$(id -g "$account")" "$program" $# "$@" || status=$?
      # xargs reports any failure as 123.
      [ $status -ne 123 ] || status=1
      exit $status
    fi
    if [ "$(id -u)" = 0 ] && is_installed; then echo "The agent isn't running: this is what its account sees outside of $unit." >&2; fi
    if [ "$(id -u)" = 0 ] && id "$account" >/dev/null 2>&1; then as_account "$node" "$program" "$@"; else "$node" "$program" "$@"; fi
    ;;
esac
