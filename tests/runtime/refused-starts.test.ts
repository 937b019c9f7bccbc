import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderListing } from "../support/folder-listing.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { startAttempt } from "../support/programs/start-attempt.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

// Nothing answers there; a rejected start doesn't get that far.
const FMS_URL = "http://127.0.0.1:9";
const certificates = new URL("../support/certificates/", import.meta.url).pathname;

/** Starts in an empty folder, and expects one sentence, code 78, and an unchanged folder. */
async function refused(environment: Readonly<Record<string, string>>, folder = scratchFolder()): Promise<string> {
  const before = folderListing(folder);
  const { code, output, errors } = await startAttempt({ FMS_URL, ...environment }, folder);
  expect({ code, output }, errors).toEqual({ code: 78, output: "" });
  expect(errors).toMatch(/^[^\n]+\.\n$/);
  expect(folderListing(folder)).toEqual(before);
  return errors.trimEnd();
}

verifies(
  "runtime:refuses:wrong-setting",
  "the start exits with code 78 and one sentence, and nothing is created",
  async () => {
    expect(await refused({ PORT: "many" })).toBe("PORT must be a number from 0 to 65535.");
  },
);

verifies("runtime:refuses:wrong-setting", "the start fails before the sandbox is started", async () => {
  expect(await refused({ FMS_URL: "", SERVICE_PREFIX: "a/b" })).toMatch(/^SERVICE_PREFIX must be one path segment/);
});

verifies("runtime:refuses:open-without-tls", async () => {
  expect(await refused({ HOST: "0.0.0.0" })).toMatch(
    /^HOST 0\.0\.0\.0 is reachable from other machines: set TLS_CERT_FILE/,
  );
});

verifies("runtime:refuses:wrong-setting", "a missing or invalid file is named with its setting", async () => {
  const folder = scratchFolder();
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const pair = { TLS_CERT_FILE: join(certificates, "certificate.pem"), TLS_KEY_FILE: join(certificates, "key.pem") };
  const garbage = file("garbage.pem", "not PEM at all");
  const missing = join(folder, "missing.pem");
  const cases = [
    [{ ...pair, TLS_CERT_FILE: missing }, `Can't read TLS_CERT_FILE ${missing}.`],
    [{ ...pair, TLS_CERT_FILE: garbage }, `TLS_CERT_FILE ${garbage} has no certificate in PEM format.`],
    [
      { ...pair, TLS_KEY_FILE: garbage },
      `TLS_KEY_FILE ${garbage} has no private key without a passphrase in PEM format.`,
    ],
    [{ FMS_CA_FILE: missing }, `Can't read FMS_CA_FILE ${missing}.`],
    [{ FMS_CA_FILE: garbage }, `FMS_CA_FILE ${garbage} has no certificate in PEM format.`],
    [{ FMS_CA_FILE: pair.TLS_KEY_FILE }, `FMS_CA_FILE ${pair.TLS_KEY_FILE} has no certificate in PEM format.`],
    [{ DATA_DIR: garbage }, `DATA_DIR ${garbage} can't be used: EEXIST in mkdir.`],
    [
      { MASTER_KEY_FILE: garbage },
      `MASTER_KEY_FILE ${garbage} is accessible to other accounts (mode 644): set its mode to 600.`,
    ],
  ] as const;
  for (const [environment, sentence] of cases) {
    const attempt = await startAttempt({ FMS_URL, DATA_DIR: join(folder, "data"), ...environment }, folder);
    expect([attempt.errors, attempt.code]).toEqual([`${sentence}\n`, 78]);
  }
});

verifies("runtime:refuses:wrong-setting", "the master key can't be in the data folder", async () => {
  expect(await refused({ DATA_DIR: "data", MASTER_KEY_FILE: "data/master.key" })).toMatch(
    /^MASTER_KEY_FILE .+ must be outside of DATA_DIR /,
  );
});

verifies("runtime:refuses:missing-master-key", async () => {
  const folder = scratchFolder();
  const service = await latchkeyProcess({ DATA_DIR: join(folder, "data"), FMS_URL });
  await service.terminate();
  rmSync(join(folder, "data.key"));
  const sentence = await refused({ DATA_DIR: join(folder, "data") }, folder);
  expect(sentence).toMatch(
    /^MASTER_KEY_FILE \S+data\.key is missing, but \S+ has data that is encrypted with it: restore the file/,
  );
});

test("a master key file that others can read, or that is damaged, fails the start without being shown", async () => {
  const folder = scratchFolder();
  const file = join(folder, "own.key");
  const secret = "c2VjcmV0LXdpdGgtYS1zbGlw";
  writeFileSync(file, `kid ${secret}\n`, { mode: 0o600 });
  const environment = { DATA_DIR: join(folder, "data"), MASTER_KEY_FILE: file };
  mkdirSync(join(folder, "data"));
  expect(await refused(environment, folder)).toMatch(
    /^MASTER_KEY_FILE \S+own\.key, line 1: a key must have 32 bytes in base64\.$/,
  );
  chmodSync(file, 0o644);
  const sentence = await refused(environment, folder);
  expect(sentence).toMatch(/set its mode to 600\.$/);
  expect(sentence).not.toContain(secret);
});

test("a port in use, or an address of another machine, is named in one sentence", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = String(typeof address === "object" ? address?.port : undefined);
  const folder = scratchFolder();
  const start = (environment: Readonly<Record<string, string>>) =>
    startAttempt({ FMS_URL, DATA_DIR: join(folder, "data"), ...environment }, folder);
  expect(await start({ PORT: port })).toMatchObject({
    code: 1,
    errors: `PORT ${port} on 127.0.0.1 is in use by another program.\n`,
  });
  const elsewhere = await start({ HOST: "192.0.2.1", TRUSTED_PROXIES: "192.0.2.2" });
  expect(elsewhere).toMatchObject({ code: 1, errors: "HOST 192.0.2.1 is not an address of this machine.\n" });
});
