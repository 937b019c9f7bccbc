import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-rotate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = fileURLToPath(new URL("../../local-runtime/secrets/rotate-master-key.ts", import.meta.url));
const rotate = () =>
  spawnSync(process.execPath, [program], { encoding: "utf8", env: { DATA_DIR: join(folder, "data") } });
const open = () =>
  openVault({ file: join(folder, "data.key"), createIfMissing: true, clock: systemClock, ids: systemIds(systemClock) });

test("without a master key file there is nothing to rotate, and none is created", () => {
  const { status, stderr } = rotate();
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(() => statSync(join(folder, "data.key"))).toThrow();
});

test("a new master key comes first, and the old one still decrypts its values", async () => {
  const context = { kind: "data-key", item: "a|b", field: "c" };
  const sealed = await open().seal("secret", context);
  const [before] = open().kids;

  const { status, stdout } = rotate();

  expect(status).toBe(0);
  const vault = open();
  expect(vault.kids).toHaveLength(2);
  expect(vault.kids[1]).toBe(before);
  expect(stdout).toContain(String(vault.kids[0]));
  expect(await vault.open(sealed, context)).toBe("secret");
  expect(vault.isCurrent(sealed)).toBe(false);
});
