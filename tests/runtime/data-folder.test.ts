import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { startAttempt } from "../support/programs/start-attempt.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const FMS_URL = "http://127.0.0.1:9";
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

verifies("runtime:settings:data-dir", async () => {
  const folder = scratchFolder();
  const service = await latchkeyProcess({ DATA_DIR: join(folder, "deep", "data"), FMS_URL });
  await service.terminate();
  expect(readdirSync(join(folder, "deep")).toSorted()).toEqual(["data", "data.key"]);
  expect(readdirSync(join(folder, "deep", "data"))).toContain("latchkey.sqlite");
  expect(mode(join(folder, "deep", "data"))).toBe("700");
});

verifies(
  "runtime:settings:data-dir",
  "without it, everything is in .latchkey below the working directory",
  async () => {
    const folder = scratchFolder();
    // The address doesn't belong to this machine, so the start ends once it has opened its data.
    const environment = { FMS_URL, HOST: "192.0.2.1", TRUSTED_PROXIES: "192.0.2.2" };
    expect((await startAttempt(environment, folder)).code).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual([".latchkey", ".latchkey.key"]);
  },
);

verifies("runtime:settings:master-key-file", async () => {
  const folder = scratchFolder();
  const MASTER_KEY_FILE = join(folder, "own.key");
  const environment = { DATA_DIR: join(folder, "data"), MASTER_KEY_FILE, FMS_URL };
  const service = await latchkeyProcess(environment);
  await service.terminate();
  expect(mode(MASTER_KEY_FILE)).toBe("600");
  expect(existsSync(join(folder, "data.key"))).toBe(false);
  const { mtimeMs } = statSync(MASTER_KEY_FILE);
  const again = await latchkeyProcess(environment);
  await again.terminate();
  expect(statSync(MASTER_KEY_FILE).mtimeMs).toBe(mtimeMs);
});
