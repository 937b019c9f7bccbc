import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import release from "../package.json" with { type: "json" };
import { builtConsole } from "./console/built-console.ts";
import { archive, sourceMapArchive } from "./release/archive.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { bundledProgram } from "./release/bundled-program.ts";
import { debianPackages } from "./release/debian/packages.ts";
import { aptRepository } from "./release/debian/repository.ts";
import { installScript } from "./release/install-script.ts";
import { ociImage } from "./release/oci-image.ts";
import { platforms } from "./release/platforms.ts";
import { readBack } from "./release/read-back.ts";
import { releaseSigner } from "./release/signing.ts";
import { canBuildInstaller, windowsInstaller } from "./release/windows/installer.ts";
import { canBuildServiceHost } from "./release/windows/service-host.ts";

// Builds a release in dist/release: an archive with its own Node for each platform, their bills of materials, the programs of the database
// host, Debian packages with an apt repository, an install script, and all checksums: npm run release [-- linux-x64 win-x64 …]
// RELEASE_KEY_FILE or RELEASE_KEY signs it, with RELEASE_KEY_PASSPHRASE if the key has one. RELEASE_ADDRESS is where it will be published.
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "dist/release");
const wanted = process.argv.slice(2);
const chosen = platforms.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0)
  throw new Error(`Unknown platform. Platforms: ${platforms.map(({ name }) => name).join(", ")}`);

// Modes in packages and images don't depend on the account that builds them.
process.umask(0o022);
mkdirSync(folder, { recursive: true });
const { version } = release;
const at = new Date(Number(execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" })) * 1000);
await builtConsole("svc");
const hostPrograms = ["latchkey-agent.mjs", "restore.mjs"].map((name) => ({
  name: `host/${name}`,
  path: join(folder, name),
}));
const agentBundler = fileURLToPath(new URL("package-agent.ts", import.meta.url));
execFileSync(process.execPath, [agentBundler, join(folder, "latchkey-agent.mjs")], { stdio: "inherit" });
const restoreEntry = join(root, "local-agent/restore/start.ts");
execFileSync(process.execPath, [agentBundler, join(folder, "restore.mjs"), restoreEntry], { stdio: "inherit" });
const bundled = [...hostPrograms, ...(await bundledProgram(join(folder, "program")))];

const hasDpkg = spawnSync("dpkg-deb", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasDpkg) console.log("No Debian packages: dpkg-deb isn't installed.");
const made = [...hostPrograms.map(({ path }) => path), sourceMapArchive({ version, at, bundled }, folder)];
for (const platform of chosen) {
  const path = await archive(platform, { version, at, bundled }, folder);
  const { files, sizeBytes } = await readBack(platform, version, path);
  console.log(`${path} (${files} files, ${(sizeBytes / 1_000_000).toFixed(1)} MB, verified)`);
  const bill = join(folder, `latchkey-${version}-${platform.name}.cdx.json`);
  writeFileSync(bill, billOfMaterials(platform, version, at));
  made.push(path, bill);
  const image = await ociImage(platform, { version, at, bundled }, folder);
  if (image !== undefined) {
    console.log(`${image} (${(statSync(image).size / 1_000_000).toFixed(1)} MB)`);
    made.push(image);
  }
  if (platform.format === "zip") {
    if (!canBuildServiceHost())
      console.log("No Windows service and no installer: gcc-mingw-w64-x86-64-win32 isn't installed.");
    else if (!canBuildInstaller()) console.log("No installer for Windows: wixl isn't installed.");
    else {
      const installer = windowsInstaller(platform, { version, at, bundled }, folder);
      console.log(`${installer} (${(statSync(installer).size / 1_000_000).toFixed(1)} MB)`);
      made.push(installer);
    }
  }
  if (hasDpkg) made.push(...debianPackages(platform, { version, at, bundled }, folder));
}
const packages = made.filter((path) => path.endsWith(".deb"));
for (const each of packages) console.log(`${each} (${(statSync(each).size / 1_000_000).toFixed(1)} MB)`);
const signer = releaseSigner(process.env);
try {
  if (signer === undefined)
    console.log(
      "Unsigned: no signatures and no install script. To sign the release, set RELEASE_KEY_FILE to the file of a private OpenPGP key.",
    );
  if (packages.length > 0) {
    aptRepository(packages, at, join(folder, "apt"), signer);
    console.log(join(folder, "apt"));
  }
  if (signer !== undefined) {
    const script = join(folder, "install.sh");
    writeFileSync(script, installScript(version, process.env.RELEASE_ADDRESS ?? "", signer.publicKey), { mode: 0o755 });
    made.push(script);
  }
  const sums = [...new Set(made)].map(
    (path) => `${createHash("sha256").update(readFileSync(path)).digest("hex")}  ${basename(path)}\n`,
  );
  const list = join(folder, "SHA256SUMS");
  writeFileSync(list, sums.sort().join(""));
  rmSync(`${list}.gpg`, { force: true });
  signer?.signDetached(list, `${list}.gpg`);
  console.log(list);
} finally {
  signer?.close();
}
