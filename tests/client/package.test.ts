import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import operations from "../../client/operations.json" with { type: "json" };
import { packedClient } from "../../scripts/client/packed-client.ts";
import { inMemory } from "../support/in-memory.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(inMemory(), "latchkey-client-"));
const service = await testService();
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const outputOf = async (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: { ...process.env, ...more } });
  return stdout;
};

/** Program of a user: creates a key, handles an error by its name, and reads a list to its end. */
const program = `
import { createClient, isLatchkeyError } from "latchkey-client";

const client = createClient({ url: process.env.LATCHKEY_URL ?? "", key: process.env.LATCHKEY_KEY });
const made = await client.keys.createDataApiKey({ databases: ["Contacts"], user: "api", pass: "demo-pass", label: "A program" });
try {
  await client.keys.getDataApiKey({ key: "999" });
} catch (thrown) {
  if (!isLatchkeyError(thrown) || thrown.name !== "key_not_found") throw thrown;
  const status: number = thrown.status;
  console.log(thrown.name, status);
}
for await (const page of client.keys.listDataApiKeys.pages({ limit: 1 }))
  for (const key of page["api-keys"]) console.log(key.label === "A program", made.key.startsWith("dk_"));
// @ts-expect-error an operation that doesn't exist
client.keys.nothing;
// @ts-expect-error a field of another type
void (() => client.keys.getDataApiKey({ key: {} }));
`;

verifies("client:package:alone", async () => {
  const packed = join(folder, "packed");
  await packedClient(packed);
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{"type":"module","private":true}');
  const npm = { cwd: home, encoding: "utf8", env: { ...process.env, npm_config_offline: "true" } } as const;
  const [{ filename, size, unpackedSize }] = JSON.parse(execFileSync("npm", ["pack", packed, "--json"], npm));
  expect([size < 150_000, unpackedSize < 2_000_000], `${size} and ${unpackedSize} bytes`).toEqual([true, true]);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `./${filename}`], npm);
  expect(JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8")).packages).toEqual({
    "": expect.anything(),
    "node_modules/latchkey-client": expect.anything(),
  });

  writeFileSync(join(home, "program.ts"), program);
  writeFileSync(join(home, "examples.ts"), examples());
  const guide = readFileSync(join(root, "docs/guides/typescript-client.md"), "utf8");
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const ofGuide = blocks.map((_, index) => `guide-${index + 1}`);
  for (const [index, name] of ofGuide.entries()) writeFileSync(join(home, `${name}.ts`), blocks[index] ?? "");
  const compilerOptions = {
    ...{ target: "es2024", module: "nodenext", strict: true, exactOptionalPropertyTypes: true, types: ["node"] },
    ...{ lib: ["es2024", "dom", "dom.asynciterable"], outDir: "out" },
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(
    join(home, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["program", "examples", ...ofGuide].map((name) => `${name}.ts`) }),
  );
  expect(await outputOf([join(root, "node_modules/typescript/bin/tsc"), "-p", home])).toBe("");

  const environment = { LATCHKEY_URL: `${service.baseUrl}/svc`, LATCHKEY_KEY: await service.anAdminKey() };
  const printed = await outputOf([join(home, "out/program.js")], environment);
  expect(printed).toContain("key_not_found 404\n");
  expect(printed).toContain("true true\n");
  const printedByGuide = [];
  for (const name of ofGuide) printedByGuide.push(await outputOf([join(home, `out/${name}.js`)], environment));
  expect(printedByGuide).toEqual([expect.stringMatching(/^\d+ Web shop$/m), expect.stringContaining("done\n")]);
});

/** Returns a program that gives every method the input of its contract's example. */
function examples(): string {
  const lines = Object.entries(catalogue).flatMap(([resource, all]) => {
    const property = resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = Object.keys((operations as Readonly<Record<string, object>>)[property] ?? {});
    return names.map((name) => {
      const { example } = (all as Readonly<Record<string, Operation>>)[name] ?? {};
      return `  () => client.${property}.${name}(${JSON.stringify(example?.input ?? {})}),`;
    });
  });
  return [
    'import { createClient } from "latchkey-client";',
    'const client = createClient({ url: "https://fms.example.com" });',
    "export const calls = [",
    ...lines,
    "];",
  ].join("\n");
}
