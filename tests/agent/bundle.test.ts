import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../support/verifies.ts";

const run = promisify(execFile);

verifies("agent:install:one-file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = fileURLToPath(new URL("../../scripts/package-agent.ts", import.meta.url));
  await run(process.execPath, [script, join(folder, "built.mjs")]);
  expect(statSync(join(folder, "built.mjs")).size).toBeLessThan(2 * 1024 * 1024);
  // In a folder without any packages around it.
  copyFileSync(join(folder, "built.mjs"), join(folder, "latchkey-agent.mjs"));
  const words = [join(folder, "latchkey-agent.mjs"), "doctor", "--folder", folder];
  const ended = (...before: readonly string[]) =>
    run(process.execPath, [...before, ...words], { cwd: folder, env: {} }).catch((thrown: unknown) => thrown);
  expect(await ended()).toMatchObject({ code: 1, stdout: expect.stringContaining("No agent is enrolled") });
  const olderNode = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });`;
  expect(await ended("--import", `data:text/javascript,${encodeURIComponent(olderNode)}`)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("Node 20.20.2 is too old: this program needs Node 24"),
  });
});
