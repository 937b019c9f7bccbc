import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, describe, expect } from "vitest";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { router } from "../../local-runtime/http/router.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { runShell, runTypeScript } from "./code-runners.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("docs/guides/", root);
const service = await testService();
afterAll(() => service.stop());

/** Keys that exist before a guide is followed; one of them is edited. */
await service.aKey();
await service.aKey({ label: "Web shop" });
const environment = {
  BASE_URL: service.baseUrl,
  ADMIN_KEY: await service.anAdminKey(),
  DATA_KEY: await service.aKey({ databases: ["Contacts", "Orders"], isOData: true }),
};
const keys = async (): Promise<readonly { readonly label: string; readonly updated_at: string }[]> =>
  (await service.admin("GET", "/svc/api/api-key?limit=1000")).body.response["api-keys"];
const keysBefore = await keys();
const named = [
  "admin-api.md",
  "data-api.md",
  "first-key.md",
  "hosted-files.md",
  "mcp-admin.md",
  "mcp-servers.md",
  "moving-from-native-logins.md",
  "notifications.md",
  "odata.md",
  "table-triggers.md",
  "webhooks.md",
];
const { find } = router(readRouteTable(new URL("serverless.yml", root)), ["svc"]);
const hasPython = await promisify(execFile)("python3", ["--version"]).then(
  () => true,
  () => false,
);

interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
}

function blocksOf(guide: string): readonly Block[] {
  const text = readFileSync(new URL(guide, folder), "utf8");
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: language = "", 2: code = "", index }) => ({
    language,
    code,
    line: text.slice(0, index).split("\n").length,
  }));
}

/** Makes every call of a guide fail on errors, and print its response. */
const strictly = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

describe.each(named)("%s", (guide) => {
  const blocks = blocksOf(guide);
  const written = (language: string) => blocks.filter((block) => block.language === language);

  verifies("system:docs:guides", "the shell commands", async () => {
    expect(written("sh").length).toBeGreaterThan(0);
    for (const { code, line } of written("sh")) {
      const printed = await runShell(strictly + code, environment);
      expect(printed, `${guide}:${line}`).toMatch(
        /"code":"?0"?|"value":|"webhooks":|"success":true|"result":|<edmx:Edmx/,
      );
      expect(printed, `${guide}:${line}`).not.toMatch(/"code":"?[1-9]|"error":\{/);
    }
  });

  verifies("system:docs:guides", "the TypeScript", async () => {
    for (const { code, line } of written("ts")) {
      const printed = await runTypeScript(code, {}, environment);
      expect(printed.length, `${guide}:${line}`).toBe(1);
      expect(JSON.stringify(printed[0])?.length, `${guide}:${line}`).toBeGreaterThan(4);
    }
  });

  verifies("system:docs:guides", "the Python, if there is any, and its imports need nothing installed", async () => {
    for (const { code, line } of written("python")) {
      for (const [, names = ""] of code.matchAll(/^import (.*)$/gm))
        for (const name of names.split(/,\s*/)) expect(name, `${guide}:${line}`).toMatch(/^(?:json|os|urllib\.\w+)$/);
      if (!hasPython) continue;
      const { stdout } = await promisify(execFile)("python3", ["-c", code], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      });
      expect(stdout.trim(), `${guide}:${line}`).not.toBe("");
    }
  });

  verifies("system:docs:guides", "every service URL in it exists", () => {
    for (const { code, line } of blocks) {
      for (const [, path = ""] of code.matchAll(
        /(?:fms\.example\.com|\$\{?BASE_URL\}?(?:'\]\})?)(\/svc[^\s"'?)`]*)/g,
      )) {
        const plain = path.replace(/\$\{?\w+\}?|\{path\}/g, "x").replaceAll("\\", "");
        const method = ["GET", "POST"].find((candidate) => find(candidate, plain) !== undefined);
        expect(method ?? find("PATCH", plain), `${guide}:${line} ${path}`).toBeDefined();
      }
    }
  });
});

verifies("system:docs:guides", "no guide uses a key other than the one it names", async () => {
  const after = await keys();
  const untouched = keysBefore.filter(({ label }) => label !== "Web shop");
  expect(untouched.length).toBeGreaterThan(1);
  // They were used, which is recorded.
  for (const { last_used: _, ...key } of untouched as readonly Record<string, unknown>[])
    expect(after).toContainEqual(expect.objectContaining(key));
  expect(after.map(({ label }) => label)).toContain("Web shop");
  expect(after.map(({ label }) => label)).toContain("My first key");
  expect(after.map(({ label }) => label)).not.toContain("Not for long");
});

verifies("system:docs:guides", "links between them lead to existing pages and headings", () => {
  for (const guide of readdirSync(folder).filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(new URL(guide, folder), "utf8");
    for (const [, to = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(to)) continue;
      const [file = "", anchor] = to.split("#");
      const target = new URL(file === "" ? guide : file, folder);
      // A link to a folder is valid, too; it has no headings.
      expect(existsSync(target), `${guide}: ${to}`).toBe(true);
      if (anchor !== undefined) expect(headings(readFileSync(target, "utf8")), `${guide}: ${to}`).toContain(anchor);
    }
  }
});

function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
