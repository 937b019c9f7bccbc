#!/bin/sh
# Installs Latchkey @VERSION@ on Linux, or removes it. As root:
#   curl -fsSL ADDRESS-OF-THE-RELEASE/install.sh | sh -s -- --fms-url https://fms.example.com
#
#   --fms-url URL     address of FileMaker Server; without it, the service isn't started
#   --agent           installs the agent on the machine of FileMaker Server, instead of the service
#   --version NUMBER  another version than @VERSION@
#   --from URL        address of the release, if it is another one than that of the publisher
#   --archive         unpacks the archive to /opt, also on Debian and Ubuntu, which otherwise get packages
#   --uninstall       removes service and agent, and keeps their data
#   --purge           removes service and agent with all their data, keys and settings
# Everything is in one function, so that nothing runs if the download was cut.
main() {
  set -eu
  version='@VERSION@' from='@ADDRESS@' fms_url='' part=latchkey task=install archive=''
  while [ $# -gt 0 ]; do
    case $1 in
      --fms-url | --version | --from) [ $# -ge 2 ] || stop "$1 needs a value." 2 ;;
    esac
    case $1 in
      --fms-url) fms_url=$2; shift ;;
      --version) version=$2; shift ;;
      --from) from=$2; shift ;;
      --agent) part=latchkey-agent ;;
      --archive) archive=yes ;;
      --uninstall) task=remove ;;
      --purge) task=purge ;;
      *) stop "unknown option $1. Options: --fms-url URL, --agent, --version NUMBER, --from URL, --archive, --uninstall, --purge" 2 ;;
    esac
    shift
  done
  [ -n "$from" ] || [ $task != install ] || stop "this release has no address of its own. Name it with --from URL." 2
  case $version in '' | *[!0-9A-Za-z.+~-]*) stop "invalid version $version" 2 ;; esac
  case $fms_url in *[[:space:]]*) stop "invalid address $fms_url" 2 ;; esac
  [ "$(id -u)" = 0 ] || stop "run this as root."
  [ "$(uname -s)" = Linux ] || stop "this script is for Linux. For other systems, see the guide."
  if [ -z "$archive" ] && command -v apt-get >/dev/null && command -v dpkg >/dev/null; then
    if [ $task = install ]; then install_packages; else remove_packages; fi
  elif [ $task = install ]; then
    [ $part = latchkey ] || stop "the agent has packages for Debian and Ubuntu only. For other systems, see the guide."
    install_archive
  else
    remove_archive
  fi
}

stop() { echo "install.sh: $1" >&2; exit "${2:-1}"; }

# Public key of the release, in binary form.
write_key() { printf %s '@KEY@' | base64 -d >"$1"; }

has_systemd() { [ -d /run/systemd/system ]; }

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  mkdir -p /usr/share/keyrings
  write_key /usr/share/keyrings/latchkey.gpg
  chmod 0644 /usr/share/keyrings/latchkey.gpg
  cat >/etc/apt/sources.list.d/latchkey.sources <<END
Types: deb
URIs: $from/apt
Suites: stable
Components: main
Signed-By: /usr/share/keyrings/latchkey.gpg
END
  # Only this list: others may be unreachable. apt checks the signature, and by it the checksum of each package.
  apt-get update -qq -o Dir::Etc::sourcelist=sources.list.d/latchkey.sources -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0
  # The package adds the address to the settings, if they have none, and starts the service.
  LATCHKEY_FMS_URL=$fms_url apt-get install -q -y "latchkey-node=$version" "$part=$version"
  # Without an address, the package has said what to do.
  if [ $part = latchkey ] && { [ -n "$fms_url" ] || grep -q '^FMS_URL=.' /etc/latchkey/settings; }; then set_server; fi
}

# Adds FMS_URL, unless the settings have one, and starts the service.
set_server() {
  if [ -n "$fms_url" ] && ! grep -q '^FMS_URL=' /etc/latchkey/settings; then printf 'FMS_URL=%s\n' "$fms_url" >>/etc/latchkey/settings; fi
  if ! grep -q '^FMS_URL=.' /etc/latchkey/settings; then
    echo "Set FMS_URL in /etc/latchkey/settings, then run: systemctl enable --now latchkey"
    exit 0
  fi
  if has_systemd; then
    systemctl enable --quiet --now latchkey || stop "the service didn't start. See: journalctl -u latchkey"
    echo "Latchkey $version runs. To check it, run: latchkey doctor"
  fi
}

install_archive() {
  case $(uname -m) in
    x86_64) platform=linux-x64 ;;
    aarch64) platform=linux-arm64 ;;
    *) stop "no release for the processor $(uname -m)." ;;
  esac
  name=latchkey-$version-$platform.tar.gz
  if [ ! -d "/opt/latchkey-$version" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for file in SHA256SUMS SHA256SUMS.gpg "$name"; do fetch "$from/$file" "$folder/$file"; done
    write_key "$folder/key.gpg"
    check_signature
    (cd "$folder" && grep "  $name\$" SHA256SUMS | sha256sum --check --quiet) || stop "$name doesn't have the checksum of the release."
    tar -xzf "$folder/$name" -C /opt --no-same-owner
  fi
  id latchkey >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/latchkey --shell /usr/sbin/nologin latchkey
  install -d -m 0750 -g latchkey /etc/latchkey
  [ -e /etc/latchkey/settings ] || install -m 0640 -g latchkey "/opt/latchkey-$version/install/settings" /etc/latchkey/settings
  if [ -e /opt/latchkey ] && [ -e /var/lib/latchkey/data/latchkey.sqlite ] && [ "$(readlink /opt/latchkey)" != "latchkey-$version" ]; then
    # The previous version can use the data again, but not the data that a newer one has written.
    copy=/var/lib/latchkey/upgrades/$(date -u +%Y%m%dT%H%M%S)-before-$version
    mkdir -p -m 0700 /var/lib/latchkey/upgrades
    /opt/latchkey/latchkey backup "$copy" >/dev/null || stop "the data couldn't be copied, so Latchkey isn't upgraded."
    echo "A copy of the data is in $copy."
    if has_systemd && [ -e /etc/systemd/system/latchkey.service ]; then systemctl stop latchkey; fi
  fi
  ln -sfn "latchkey-$version" /opt/latchkey
  ln -sfn /opt/latchkey/latchkey /usr/local/bin/latchkey
  if has_systemd; then
    cp /opt/latchkey/install/latchkey.service /etc/systemd/system
    systemctl daemon-reload
  fi
  set_server
}

fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$1" || stop "can't download $1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1" || stop "can't download $1"
  else
    stop "this script needs curl or wget."
  fi
}

check_signature() {
  if command -v gpgv >/dev/null; then
    gpgv --quiet --keyring "$folder/key.gpg" "$folder/SHA256SUMS.gpg" "$folder/SHA256SUMS" 2>/dev/null || stop "SHA256SUMS isn't signed with the release's key."
  elif command -v gpg >/dev/null; then
    gpg --batch --quiet --no-default-keyring --homedir "$folder" --keyring "$folder/key.gpg" --verify "$folder/SHA256SUMS.gpg" "$folder/SHA256SUMS" 2>/dev/null ||
      stop "SHA256SUMS isn't signed with the release's key."
  else
    stop "this script needs gpgv or gpg to check the signature of the release."
  fi
}

remove_packages() {
  export DEBIAN_FRONTEND=noninteractive
  lists=$(apt-get indextargets --format '$(FILENAME)' 'Signed-By: /usr/share/keyrings/latchkey.gpg')
  packages=
  for package in latchkey-agent latchkey latchkey-node; do
    if dpkg-query -W "$package" >/dev/null 2>&1; then packages="$packages $package"; fi
  done
  # shellcheck disable=SC2086
  [ -z "$packages" ] || apt-get $task -q -y $packages
  rm -f /etc/apt/sources.list.d/latchkey.sources /usr/share/keyrings/latchkey.gpg
  # The lists that apt has loaded from this repository: …_dists_stable_InRelease and …_dists_stable_main_….
  printf '%s\n' "$lists" | while IFS= read -r list; do
    case $list in *_dists_stable_main_*) rm -f "${list%_main_*}_InRelease" "$list" ;; esac
  done
  left
}

left() {
  if [ $task = remove ]; then echo "Left: data, keys and settings in /var/lib/latchkey, /var/lib/latchkey-agent and /etc/latchkey. To delete them, use --purge."; fi
  echo "Left, because this script didn't create it: the include in the web server's configuration, copies of the data elsewhere, and files that the agent made for FileMaker Server."
}

remove_archive() {
  [ -x /opt/latchkey/latchkey ] || stop "Latchkey isn't installed in /opt/latchkey."
  option=
  [ $task = remove ] || option=--purge
  /opt/latchkey/latchkey agent uninstall $option </dev/null
  /opt/latchkey/latchkey uninstall $option </dev/null
  rm -rf /opt/latchkey /opt/latchkey-[0-9]* /usr/local/bin/latchkey
  left
}

main "$@"
