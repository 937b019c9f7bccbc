import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { aptRepository } from "../../scripts/release/debian/repository.ts";
import { installScript } from "../../scripts/release/install-script.ts";
import { releaseSigner } from "../../scripts/release/signing.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const has = (program: string) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
const at = new Date(Date.UTC(2026, 10, 20));

/** Throwaway private key. */
function aKey(passphrase = ""): string {
  const home = scratchFolder();
  chmodSync(home, 0o700);
  const gpg = (...words: readonly string[]) =>
    execFileSync(
      "gpg",
      ["--homedir", home, "--batch", "--pinentry-mode=loopback", "--passphrase", passphrase, ...words],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
  gpg("--quick-generate-key", "Throwaway <throwaway@example.com>", "ed25519", "sign", "never");
  const key = gpg("--armor", "--export-secret-keys");
  execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
  return key;
}

function aPackage(folder: string, name: string, architecture: string): string {
  const tree = join(folder, `tree-${name}`);
  mkdirSync(join(tree, "DEBIAN"), { recursive: true });
  const fields = [
    `Package: ${name}`,
    "Version: 1.0.0",
    `Architecture: ${architecture}`,
    "Maintainer: A <a@example.com>",
  ];
  writeFileSync(join(tree, "DEBIAN/control"), `${fields.join("\n")}\nDescription: one\n`);
  const path = join(folder, `${name}_1.0.0_${architecture}.deb`);
  execFileSync("dpkg-deb", ["--root-owner-group", "--build", tree, path], { stdio: "ignore" });
  return path;
}

describe.runIf(["gpg", "gpgv", "dpkg-deb", "apt-get"].every(has))("on Debian", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-signed-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const packages = [
    aPackage(folder, "one", "all"),
    aPackage(folder, "two", "amd64"),
    aPackage(folder, "three", "arm64"),
  ];

  /** Runs apt-get with lists and configuration of its own. */
  const apt = (words: readonly string[], repository: string, keyFile = "latchkey.gpg") => {
    const home = scratchFolder();
    for (const each of ["lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/apt.conf.d"])
      mkdirSync(join(home, each), { recursive: true });
    writeFileSync(join(home, "status"), "");
    writeFileSync(
      join(home, "etc/sources.list"),
      `deb [arch=amd64 signed-by=${join(repository, keyFile)}] file:${repository} stable main\n`,
    );
    const options = {
      "Dir::State": home,
      "Dir::State::lists": join(home, "lists"),
      "Dir::State::status": join(home, "status"),
      "Dir::Cache": join(home, "cache"),
      "Dir::Etc": join(home, "etc"),
      "APT::Architecture": "amd64",
      "APT::Architectures": "amd64",
      "APT::Sandbox::User": "root",
    };
    const shared = Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
    const run = (words: readonly string[]) => spawnSync("apt-get", [...shared, ...words], { encoding: "utf8" });
    const updated = run(["update", "-q", "--error-on=any"]);
    return updated.status === 0 ? run(words) : updated;
  };

  verifies("runtime:release:repository", () => {
    const repository = join(folder, "apt");
    const signer = releaseSigner({ RELEASE_KEY: aKey() });
    aptRepository(packages, at, repository, signer);
    signer?.close();
    const { status, stdout, stderr } = apt(["install", "--simulate", "-q", "one", "two"], repository);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Inst one \(1\.0\.0 Latchkey:stable \[all\]\)$/m);
    expect(stdout).toMatch(/^Inst two \(1\.0\.0 Latchkey:stable \[amd64\]\)$/m);
    // A changed list no longer fits its signature.
    const list = join(repository, "dists/stable/main/binary-amd64/Packages.gz");
    const bytes = readFileSync(list);
    writeFileSync(list, Buffer.concat([bytes, Buffer.from("x")]));
    writeFileSync(list.replace(/\.gz$/, ""), "");
    expect(apt(["check"], repository).status).not.toBe(0);
    // So does another key.
    aptRepository(packages, at, repository, undefined);
    expect(existsSync(join(repository, "dists/stable/InRelease"))).toBe(false);
    expect(apt(["check"], repository).status).not.toBe(0);
  });

  verifies(
    "runtime:release:repository",
    "another key than the one that signed it is refused, and earlier versions stay",
    () => {
      const repository = join(folder, "kept");
      const [one, other] = [aKey(), aKey()].map((RELEASE_KEY) => releaseSigner({ RELEASE_KEY }));
      aptRepository(packages.slice(0, 1), at, repository, one);
      aptRepository(packages.slice(1), at, repository, one);
      expect(readdirSync(join(repository, "pool"))).toHaveLength(3);
      expect(
        readFileSync(join(repository, "dists/stable/main/binary-arm64/Packages"), "utf8").match(/^Package: .*/gm),
      ).toEqual(["Package: one", "Package: three"]);
      writeFileSync(join(repository, "other.gpg"), other?.publicKey ?? "");
      expect(apt(["check"], repository).status).toBe(0);
      expect(apt(["check"], repository, "other.gpg").status).not.toBe(0);
      for (const signer of [one, other]) signer?.close();
    },
  );

  verifies("runtime:release:signed", "with a key from a file and a passphrase; without a key it is unsigned", () => {
    const file = join(folder, "key.asc");
    writeFileSync(file, aKey("a passphrase"), { mode: 0o600 });
    const signer = releaseSigner({ RELEASE_KEY_FILE: file, RELEASE_KEY_PASSPHRASE: "a passphrase" });
    const list = join(folder, "SHA256SUMS");
    writeFileSync(list, "sums\n");
    signer?.signDetached(list, `${list}.gpg`);
    writeFileSync(join(folder, "key.gpg"), signer?.publicKey ?? "");
    signer?.close();
    const verified = () => spawnSync("gpgv", ["--keyring", join(folder, "key.gpg"), `${list}.gpg`, list]).status;
    expect(verified()).toBe(0);
    writeFileSync(list, "other sums\n");
    expect(verified()).not.toBe(0);
    expect(releaseSigner({})).toBe(undefined);
    expect(() => releaseSigner({ RELEASE_KEY: "no key" })).toThrow();
  });
});

verifies("runtime:release:install-script", "a cut script does nothing, and wrong words exit with 2", () => {
  const script = installScript("1.2.3", "https://releases.example.com/latchkey", Buffer.from("key"));
  expect(script).not.toMatch(/@[A-Z]+@/);
  const run = (text: string, ...words: readonly string[]) =>
    spawnSync("/bin/sh", ["-s", "--", ...words], { input: text, encoding: "utf8", env: { PATH: process.env.PATH } });
  const cut = script.slice(0, script.lastIndexOf('main "$@"'));
  expect(run(cut, "--nonsense")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  for (const words of [["--nonsense"], ["--version"], ["--version", "1;2"], ["--fms-url", "a b"]])
    expect([words, run(script, ...words).status]).toEqual([words, 2]);
  expect(run(installScript("1.2.3", "", Buffer.from("key"))).stderr).toContain("--from URL");
  expect(() => installScript("1.2.3", "https://a.example/'", Buffer.from("key"))).toThrow("RELEASE_ADDRESS");
});
