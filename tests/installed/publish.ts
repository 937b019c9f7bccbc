import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aptRepository } from "../../scripts/release/debian/repository.ts";
import { installScript } from "../../scripts/release/install-script.ts";
import { releaseSigner } from "../../scripts/release/signing.ts";

// Publishes the packages and archives in a folder as a release does, with a throwaway key: publish.ts FOLDER VERSION
const [folder = "", version = ""] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "latchkey-throwaway-"));
const gpg = (...words: readonly string[]) =>
  execFileSync(
    "gpg",
    ["--homedir", home, "--batch", "--quiet", "--pinentry-mode=loopback", "--passphrase", "", ...words],
    {
      encoding: "utf8",
    },
  );
gpg("--quick-generate-key", "Throwaway <throwaway@example.com>", "ed25519", "sign", "never");
const signer = releaseSigner({ RELEASE_KEY: gpg("--armor", "--export-secret-keys") });
execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
rmSync(home, { recursive: true });
if (signer === undefined) throw new Error("The throwaway key wasn't used.");

const packages = readdirSync(folder).filter((name) => name.endsWith(".deb"));
if (packages.length > 0)
  aptRepository(
    packages.map((name) => join(folder, name)),
    new Date(),
    join(folder, "apt"),
    signer,
  );
const archives = readdirSync(folder).filter((name) => name.endsWith(".tar.gz"));
const list = join(folder, "SHA256SUMS");
const sums = archives.map(
  (name) =>
    `${createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex")}  ${name}\n`,
);
writeFileSync(list, sums.join(""));
signer.signDetached(list, `${list}.gpg`);
writeFileSync(join(folder, "install.sh"), installScript(version, "file:///srv/walk", signer.publicKey));
signer.close();
