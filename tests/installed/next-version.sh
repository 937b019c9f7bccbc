#!/bin/bash
# Makes the next version of the Debian packages in a folder from those of the present one: next-version.sh FOLDER VERSION NEXT
set -euo pipefail
folder=$1 version=$2 next=$3
for package in "$folder"/*_"$version"_*.deb; do
  name=$(basename "$package")
  tree=$(mktemp -d)
  dpkg-deb -R "$package" "$tree"
  # The version of the package, and of the packages that it depends on.
  sed -i "s/^Version: .*/Version: $next/; s/(>= $version)/(>= $next)/" "$tree/DEBIAN/control"
  find "$tree/usr/lib/latchkey" \( -name '*.mjs' -o -name package.json \) -exec sed -i -E "s/(\"?version\"?: \")$version\"/\1$next\"/" {} +
  # Node isn't compressed, which takes longest: it is unpacked while the service runs.
  compression=xz
  case $name in latchkey-node_*) compression=none ;; esac
  dpkg-deb --root-owner-group -Z$compression -z1 --build "$tree" "$folder/${name/_${version}_/_${next}_}" >/dev/null
  rm -r "$tree"
done
