import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { exitCodes } from "../../cli/exit-codes.ts";
import { runShell } from "../docs/code-runners.ts";
import { inMemory } from "../support/in-memory.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const guide = readFileSync(join(root, "docs/guides/command-line.md"), "utf8");
const home = mkdtempSync(join(inMemory(), "latchkey-guide-"));
const service = await testService();
const adminKey = await service.anAdminKey();
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

verifies("cli:guide:followed", async () => {
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(blocks.length).toBeGreaterThan(8);
  const environment = {
    BASE_URL: service.baseUrl,
    ADMIN_KEY: adminKey,
    LATCHKEY_SOURCES: root,
    HOME: home,
    // A global installation of this user.
    npm_config_prefix: join(home, "npm"),
    npm_config_cache: join(home, "cache"),
    npm_config_offline: "true",
    PATH: `${join(home, "npm/bin")}:${join(root, "node_modules/.bin")}:${process.env.PATH}`,
  };
  const [install = "", ...others] = blocks;
  // The first block is for a checkout. Like a reader, the others write their files elsewhere, in one shell.
  const mark = "=== end of block";
  const script = [
    `cd ${root}`,
    install,
    `echo "${mark}"`,
    `cd ${home}`,
    ...others.flatMap((code) => [code, `echo "${mark}"`]),
  ];
  const printed = (await runShell(script.join("\n"), environment)).split(`${mark}\n`).slice(0, -1);
  expect(printed.length).toBe(blocks.length);
  // The sign-in prints nothing, because what it says isn't data, and copying doesn't either.
  const silent = blocks.filter((_, index) => printed[index]?.trim() === "");
  expect(silent.map((code) => /login|cp/.exec(code)?.[0])).toEqual(["login", "cp"]);
  expect(printed.join("\n")).toContain("Web shop");
  expect(printed.join("\n")).toMatch(/https?:\/\/\S+\/svc\/console\/processes/);
});

verifies("cli:output:exit-codes", "the guide has a row for each exit code", () => {
  const rows = [...guide.matchAll(/^\| (\d+) \| .+ \|$/gm)].map(([, code]) => Number(code));
  expect(rows).toEqual(Object.values(exitCodes));
});
