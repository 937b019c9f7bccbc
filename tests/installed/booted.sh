#!/bin/bash
# Boots this machine's system a second time, on an overlay that is thrown away, installs a release in it and walks through its life:
# npm run test:installed. Needs root, systemd-nspawn (Debian: systemd-container) and an archive in dist/release (npm run release -- linux-x64).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$project/package.json")
archive="$project/dist/release/latchkey-$version-linux-x64.tar.gz"
nspawn=${NSPAWN:-$(command -v systemd-nspawn || true)}
name=latchkey-installed-$$

if [ "${1:-}" != --boot ]; then
  [ "$(id -u)" = 0 ] || { echo "This test needs root." >&2; exit 1; }
  [ -x "$nspawn" ] || { echo "This test needs systemd-nspawn: apt-get install systemd-container" >&2; exit 1; }
  [ -f "$archive" ] || { echo "$archive is missing: npm run release -- linux-x64" >&2; exit 1; }
  # A mount namespace of its own, so that no mount is left behind.
  exec unshare --mount --propagation private "$0" --boot
fi

root=/run/$name
mkdir -p "$root"
mount -t tmpfs -o size=3g tmpfs "$root"
mkdir "$root/upper" "$root/work" "$root/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" "$root/root"
: >"$root/root/etc/machine-id"
# No service of this machine starts in the copy.
rm -rf "$root"/root/etc/systemd/system/*.wants/* "$root/root/etc/latchkey" "$root/root/opt/latchkey"*
mkdir -p "$root/root/srv/walk"
cp "$archive" "$here/walk.sh" "$root/root/srv/walk"

groups=()
for hierarchy in /sys/fs/cgroup/unified /sys/fs/cgroup/systemd /sys/fs/cgroup; do
  [ -f "$hierarchy/cgroup.procs" ] || continue
  groups+=("$hierarchy/$name")
done
for group in "${groups[@]}"; do mkdir "$group"; done

end() {
  kill "$spawned" 2>/dev/null || true
  wait "$spawned" 2>/dev/null || true
  for group in "${groups[@]}"; do find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true; done
  umount -l "$root/root" "$root" 2>/dev/null || true
  rmdir "$root" 2>/dev/null || true
}
trap end EXIT

(
  for group in "${groups[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec "$nspawn" --quiet --directory="$root/root" --boot --register=no --keep-unit --private-network \
    --link-journal=no --machine="$name" --console=pipe -- --unit=basic.target
) >"$root/console" 2>&1 &
spawned=$!

inside() { nsenter -t "$(pgrep -P "$spawned" | head -1)" -a env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }
last=$((SECONDS + 30))
until [ "$(inside systemctl is-active basic.target 2>/dev/null)" = active ]; do
  [ $SECONDS -lt $last ] || { cat "$root/console" >&2; echo "The system didn't boot." >&2; exit 1; }
  sleep 0.2
done
echo "booted after $SECONDS s"
inside bash /srv/walk/walk.sh "/srv/walk/$(basename "$archive")" "$version"
inside systemctl poweroff || true
