import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile } from "./support/bring.ts";

const run = promisify(execFile);
const guide = readFileSync(new URL("../../../docs/guides/large-uploads.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "latchkey-guide-"));
const service = await testService();
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the guide's only example in a language. */
function example(language: string): string {
  const [, code = ""] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(guide) ?? [];
  expect(code, language).not.toBe("");
  return code;
}

/** Runs an example with a manual of this size. Returns its output, and the container's content afterwards. */
async function ran(program: string, script: string, code: string, manual: Buffer) {
  writeFileSync(join(folder, "manual.pdf"), manual);
  writeFileSync(join(folder, script), code);
  const env = { PATH: process.env.PATH, BASE_URL: service.baseUrl, DATA_KEY: await service.aKey() };
  const options = program === "bash" ? ["-euo", "pipefail"] : [];
  const { stdout } = await run(program, [...options, script], { cwd: folder, env });
  const records = service.sandbox.world.database("Contacts")?.tables.get("contacts")?.records;
  return { stdout, cell: records?.get(1)?.cells.get("photo") as { name: string; bytes: Buffer } };
}

verifies("files:upload:guide", "the curl example puts the file into the container", async () => {
  const manual = aFile(10_000_000, "curl");
  const { stdout, cell } = await ran("bash", "example.sh", example("sh"), manual);
  expect(stdout).toContain('"modId"');
  expect(cell.name).toBe("manual.pdf");
  expect(cell.bytes.equals(manual)).toBe(true);
});

verifies("files:upload:guide", "the TypeScript example puts the file into the container", async () => {
  const manual = aFile(10_000_001, "TypeScript");
  const { stdout, cell } = await ran(process.execPath, "example.ts", example("ts"), manual);
  expect(stdout).toContain("modId");
  expect(cell.name).toBe("manual.pdf");
  expect(cell.bytes.equals(manual)).toBe(true);
});
