#!/bin/bash
# Boots this machine's system a second time, on an overlay that is thrown away, installs a release in it and walks through its life: first
# the archive, the Debian packages and the image: npm run test:installed [-- archive | packages | image]. Needs root, systemd-nspawn (Debian:
# systemd-container), nginx, and a release in dist/release (npm run release -- linux-x64). In a container, needs one that can mount and
# create cgroups (privileged). Where the system's disk can't be below an overlay, the system is copied instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$project/package.json")
next=${version%.*}.$((${version##*.} + 1))
release=$project/dist/release
archive="$release/latchkey-$version-linux-x64.tar.gz"
nspawn=${NSPAWN:-$(command -v systemd-nspawn || true)}
name=latchkey-installed-$$
root=/run/$name

cannot() {
  echo "This environment doesn't let root $1, so no system can be booted in it, and the installation isn't tested. Run the test on a machine, or in a privileged container." >&2
  exit 1
}

if [ "${1:-}" != --boot ]; then
  [ "$(id -u)" = 0 ] || { echo "This test needs root." >&2; exit 1; }
  [ -x "$nspawn" ] || { echo "This test needs systemd-nspawn: apt-get install systemd-container" >&2; exit 1; }
  for file in "$archive" "$release/latchkey_${version}_all.deb"; do
    [ -f "$file" ] || { echo "$file is missing: npm run release -- linux-x64" >&2; exit 1; }
  done
  if [ $# -eq 0 ]; then
    # Side by side: a walk mostly waits.
    output=$(mktemp)
    "$0" "archive image" >"$output" 2>&1 &
    others=$! status=0
    "$0" packages || status=$?
    wait $others || status=$?
    cat "$output"
    rm "$output"
    echo "== all walks after $SECONDS s"
    exit $status
  fi
  unshare --mount --propagation private true 2>/dev/null || cannot "create a mount namespace"
  # A mount namespace of its own, so that no mount is left behind.
  exec unshare --mount --propagation private "$0" --boot "$1"
fi

groups=()
for hierarchy in /sys/fs/cgroup/unified /sys/fs/cgroup/systemd /sys/fs/cgroup; do
  [ -f "$hierarchy/cgroup.procs" ] || continue
  groups+=("$hierarchy/$name")
done
spawned=

leave() {
  [ -z "$spawned" ] || { kill "$spawned" 2>/dev/null || true; wait "$spawned" 2>/dev/null || true; }
  for group in "${groups[@]}"; do find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true; done
  umount -l "$root/root" "$root" 2>/dev/null || true
  rmdir "$root" 2>/dev/null || true
}
trap leave EXIT

new_root() {
  mkdir -p "$root"
  mount -t tmpfs -o size=6g tmpfs "$root" 2>/dev/null || cannot "mount"
  mkdir "$root/upper" "$root/work" "$root/root"
  if [ -n "${COPY_ROOT:-}" ] || ! mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" "$root/root" 2>/dev/null; then
    echo "The system is copied: it can't be below an overlay."
    # Without what a walk doesn't use, such as browsers and compilers.
    (cd / && tar -c --one-file-system --exclude=./usr/local --exclude=./usr/include --exclude=./usr/share/{doc,man,locale,fonts,icons,gcc} \
      --exclude=./usr/lib/{'firefox*','chromium*',gcc,'llvm*','go*','wine*'} --exclude='./usr/*-mingw32' --exclude=./usr/lib/x86_64-linux-gnu/'libLLVM*' \
      --exclude=./var/{cache,tmp,log} --exclude=./var/lib/{apt/lists,docker,containers} ./bin ./sbin ./lib* ./usr ./etc ./var) | tar -x -C "$root/root"
    mkdir -p "$root"/root/var/{cache/apt/archives/partial,lib/apt/lists/partial,log} && mkdir -m 1777 "$root/root/var/tmp"
    mkdir -p "$root"/root/{dev,opt,proc,root,run,srv,sys} && mkdir -m 1777 "$root/root/tmp"
  fi
  : >"$root/root/etc/machine-id"
  # No service of this machine starts in the copy.
  rm -rf "$root"/root/etc/systemd/system/*.wants/* "$root/root/etc/latchkey" "$root/root/opt/latchkey"*
  mkdir -p "$root/root/srv/walk"
  cp -r "$here"/*.sh "$project/docs/guides" "$root/root/srv/walk"
}

inside() { nsenter -t "$(pgrep -P "$spawned" | head -1)" -a env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }

boot() { # boot TARGET
  [ ${#groups[@]} -gt 0 ] || cannot "see its cgroups"
  for group in "${groups[@]}"; do mkdir -p "$group" 2>/dev/null || cannot "create the cgroup $group"; done
  (
    for group in "${groups[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
    SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec "$nspawn" --quiet --directory="$root/root" --boot --register=no --keep-unit --private-network \
      --link-journal=no --machine="$name" --console=pipe -- --unit="$1"
  ) >>"$root/console" 2>&1 &
  spawned=$!
  local last=$((SECONDS + 60))
  until [ "$(inside systemctl is-active "$1" 2>/dev/null)" = active ]; do
    [ $SECONDS -lt $last ] || { cat "$root/console" >&2; echo "The system didn't boot." >&2; exit 1; }
    sleep 0.2
  done
}

power_off() {
  inside systemctl poweroff || true
  wait "$spawned" || true
  spawned=
}

# Like pulling the plug: nothing is stopped or written.
reset() {
  kill -9 "$(pgrep -P "$spawned" | head -1)"
  wait "$spawned" || true
  spawned=
}

for walk in $2; do
  echo "== $walk, after $SECONDS s"
  new_root
  case $walk in
    archive)
      cp "$archive" "$root/root/srv/walk"
      "$project/node_modules/.bin/node" "$here/publish.ts" "$root/root/srv/walk" "$version"
      boot basic.target
      inside bash /srv/walk/walk-archive.sh "/srv/walk/$(basename "$archive")" "$version"
      power_off
      ;;
    packages)
      cp "$release"/*"_${version}_all.deb" "$release"/*"_${version}_$(dpkg --print-architecture).deb" "$root/root/srv/walk"
      "$here/next-version.sh" "$root/root/srv/walk" "$version" "$next"
      "$project/node_modules/.bin/node" "$here/publish.ts" "$root/root/srv/walk" "$version"
      boot basic.target
      inside bash /srv/walk/walk-packages.sh "$version" "$next"
      reset
      boot multi-user.target
      inside bash /srv/walk/walk-after-reset.sh
      power_off
      ;;
    image)
      "$project/node_modules/.bin/node" "$here/unpack-image.ts" "$release/latchkey-$version-image-$(dpkg --print-architecture).tar" "$root/root/srv/image"
      mkdir "$root/root/opt/latchkey"
      tar -xzf "$archive" -C "$root/root/opt/latchkey" --strip-components=1
      boot basic.target
      inside bash /srv/walk/walk-image.sh
      power_off
      ;;
    *) echo "Unknown walk $walk" >&2; exit 2 ;;
  esac
  umount -l "$root/root" 2>/dev/null || true # not mounted if the system was copied
  umount -l "$root"
done
echo "== done after $SECONDS s"
