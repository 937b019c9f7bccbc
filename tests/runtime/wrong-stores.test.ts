import { execFile } from "node:child_process";
import { copyFileSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect } from "vitest";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { startAttempt } from "../support/programs/start-attempt.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const FMS_URL = "http://127.0.0.1:9";
const program = new URL("../../local-runtime/storage/check-data.ts", import.meta.url).pathname;

/** Returns a data folder that has been used. */
async function usedFolder() {
  const folder = scratchFolder();
  const environment = { DATA_DIR: join(folder, "data"), FMS_URL };
  const service = await latchkeyProcess(environment);
  await service.terminate();
  const at = (name: string) => join(folder, name);
  const check = () =>
    promisify(execFile)(process.execPath, [program], {
      env: { PATH: process.env.PATH, ...compiledCode, ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  return { folder, environment, at, check };
}

verifies("runtime:data:checked", "another master key", async () => {
  const { folder, environment, at, check } = await usedFolder();
  expect(await check()).toEqual({ code: 0, stdout: expect.stringContaining("the master key matches the data") });
  const other = await usedFolder();
  renameSync(at("data.key"), at("right.key"));
  copyFileSync(other.at("data.key"), at("data.key"));
  const { code, errors } = await startAttempt(environment, folder);
  expect([code, errors]).toEqual([
    78,
    expect.stringMatching(/^MASTER_KEY_FILE \S+ doesn't match the data in DATA_DIR \S+: restore the right file/),
  ]);
  expect(await check()).toEqual({ code: 1, stdout: expect.stringContaining("restore the right file") });
  renameSync(at("right.key"), at("data.key"));
  const again = await latchkeyProcess(environment);
  await again.terminate();
});

for (const [what, offset] of [
  ["its header", 0],
  ["a page of it", 4096],
] as const)
  verifies("runtime:data:checked", `a database that is damaged in ${what}`, async () => {
    const { folder, environment, at, check } = await usedFolder();
    writeSync(openSync(at("data/latchkey.sqlite"), "r+"), Buffer.alloc(2_000, 0xa5), 0, 2_000, offset);
    const { code, errors } = await startAttempt(environment, folder);
    expect([code, errors]).toEqual([
      78,
      expect.stringMatching(/^DATA_DIR has a damaged database, .*restore the folder/),
    ]);
    expect(await check()).toEqual({ code: 1, stdout: expect.stringContaining("latchkey.sqlite is damaged") });
  });

const empty = {
  deleted: (file: string) => {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  },
  "without items": (file: string) => {
    const connection = new DatabaseSync(file);
    connection.exec("DELETE FROM items");
    connection.close();
  },
};
for (const [how, emptied] of Object.entries(empty))
  verifies("runtime:data:checked", `a database that is ${how}, next to its key file`, async () => {
    const { environment, at } = await usedFolder();
    emptied(at("data/latchkey.sqlite"));
    const service = await latchkeyProcess(environment);
    await service.terminate();
    expect(service.printed()).toContain(`The master key file ${at("data.key")} exists, but`);
    const again = await latchkeyProcess(environment);
    await again.terminate();
    expect(again.printed()).not.toContain("The master key file");
  });
