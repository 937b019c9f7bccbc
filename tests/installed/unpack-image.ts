import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

// Unpacks an image as a container runtime does, and checks each digest: unpack-image.ts IMAGE FOLDER. Writes FOLDER/root, the root of the
// container's file system, and FOLDER/run, a script that runs a program in it with the image's account and environment.
const [image = "", folder = ""] = process.argv.slice(2);
const layout = join(folder, "layout");
const root = join(folder, "root");
for (const each of [layout, root]) mkdirSync(each, { recursive: true });
execFileSync("tar", ["-xf", image, "-C", layout]);

function blob({ digest, size }: { readonly digest: string; readonly size: number }): Buffer {
  const bytes = readFileSync(join(layout, "blobs/sha256", digest.slice("sha256:".length)));
  checkDigest(bytes, digest);
  if (bytes.length !== size) throw new Error(`${digest} has ${bytes.length} bytes instead of ${size}.`);
  return bytes;
}
function checkDigest(bytes: Buffer, digest: string): void {
  const found = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  if (found !== digest) throw new Error(`${digest} has the digest ${found}.`);
}
const read = (bytes: Buffer) => JSON.parse(String(bytes));

const index = read(readFileSync(join(layout, "index.json")));
const manifest = read(blob(index.manifests[0]));
const { config, rootfs } = read(blob(manifest.config));
for (const [position, layer] of manifest.layers.entries()) {
  const tar = gunzipSync(blob(layer));
  checkDigest(tar, rootfs.diff_ids[position]);
  execFileSync("tar", ["-x", "--same-owner", "-p", "-C", root], { input: tar });
}
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");
writeFileSync(
  join(folder, "run"),
  `exec env -i ${quoted(config.Env)} "$@" /usr/sbin/chroot --userspec=${config.User} --groups=${config.User.split(":")[1]} "$ROOT" $PROGRAM\n`,
);
writeFileSync(join(folder, "start"), config.Entrypoint.join(" "));
writeFileSync(join(folder, "health"), config.Healthcheck.Test.slice(1).join(" "));
