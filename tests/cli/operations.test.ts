import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { consolePages } from "../../cli/commands/open.ts";
import { programOf } from "../../cli/program.ts";
import { paths } from "../../console/src/app/paths.ts";
import { commandData, isCommand } from "../../scripts/cli/command-data.ts";
import { launcherCommands } from "../../scripts/release/launcher-commands.ts";
import { inMemory } from "../support/in-memory.ts";
import { verifies } from "../support/verifies.ts";
import { aTerminal } from "./support/a-terminal.ts";

let received: { readonly method: string; readonly url: string; readonly body: string } | undefined;
const server = createServer(async (request, response) => {
  received = { method: request.method ?? "", url: request.url ?? "", body: await text(request) };
  response.end(JSON.stringify({ messages: [{ code: 0, text: "ok" }], response: { isReceived: true } }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/svc`;
const terminal = aTerminal({ LATCHKEY_URL: url, LATCHKEY_KEY: "ak_test" });
const folder = mkdtempSync(join(inMemory(), "latchkey-cli-"));
const startedIn = process.cwd();
// Examples read secrets from files of the current folder.
process.chdir(folder);
afterAll(() => {
  process.chdir(startedIn);
  rmSync(folder, { recursive: true });
  terminal.remove();
  server.closeAllConnections();
  server.close();
});

const resources = commandData();
const operations = Object.entries(catalogue).flatMap(([resource, all]) =>
  Object.entries<Operation>(all).map(([name, operation]) => ({ resource, name, operation })),
);

/** Splits command lines as a shell does. */
function wordsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1'`).join("\n");
  const printed = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  return printed
    .split("\u0001")
    .slice(0, -1)
    .map((line) => line.split("\0").slice(0, -1));
}

verifies("cli:commands:every-operation", async () => {
  const expected = operations.filter(({ operation }) => isCommand(operation));
  expect(expected.length).toBeGreaterThan(200);
  const commands = Object.entries(resources).flatMap(([resource, { operations }]) =>
    operations.map((data) => ({ resource, data })),
  );
  expect(commands.map(({ data }) => data.name).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  const lines = wordsOf(commands.map(({ resource, data }) => `api ${resource} ${data.command} ${data.example}`));
  for (const [index, { resource, data }] of commands.entries()) {
    const { operation } = expected.find(({ name }) => name === data.name) ?? {};
    const input: Record<string, unknown> = { ...operation?.example?.input };
    for (const { flag, name } of data.fields) writeFileSync(`${flag}.txt`, `${input[name]}\n`);
    received = undefined;
    const { exitCode, stderr } = await terminal.latchkey(lines[index] ?? []);
    expect(exitCode, `${lines[index]?.join(" ")}: ${stderr}`).toBe(0);
    expect(received, data.name).toEqual(sentAs(data.method, data.path, input));
    expect(resource in resources).toBe(true);
  }
});

/** Returns the call that the contract's example describes. */
function sentAs(method: string, path: string, input: Readonly<Record<string, unknown>>) {
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(input[name] ?? kebab(name)));
  });
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  if (method !== "GET" && method !== "DELETE")
    return { method, url: filled, body: JSON.stringify(Object.fromEntries(inOrder(rest, method, path))) };
  const query = new URLSearchParams(
    inOrder(rest, method, path).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method, url: query.size === 0 ? filled : `${filled}?${query}`, body: "" };
}

/** Sorts fields as the command sends them: in the order of the contract. */
function inOrder(fields: readonly [string, unknown][], method: string, path: string): [string, unknown][] {
  const { operation } =
    operations.find((each) => each.operation.method === method && each.operation.path === path) ?? {};
  const names = Object.keys(operation?.input.shape ?? {});
  return fields.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}

function kebab(name: string): string {
  return name.replaceAll("_", "-");
}

/** Flags that operations have besides their fields. The parser refuses a second flag of one name, but not all operations have all of these. */
const commonFlags = ["profile", "json", "ndjson", "input", "all", "help"];

verifies("cli:commands:no-name-twice", () => {
  const context = { files: { index: () => ({}), resource: () => ({ property: "", operations: [] }) } };
  const program = programOf({ ...context, terminal: { stdout: process.stdout }, version: "1.2.3" } as never, []);
  const own = program.commands.map((command) => command.name());
  const local = launcherCommands.map(({ name }) => name.split(" ")[0]);
  // Both explain commands and print the version.
  expect(own.filter((name) => local.includes(name))).toEqual(["version"]);
  expect(new Set(own).size).toBe(own.length);
  for (const [resource, { operations }] of Object.entries(resources)) {
    const names = operations.map(({ command }) => command);
    expect(new Set(names).size, resource).toBe(names.length);
    for (const { name, fields } of operations) {
      const flags = [...fields.map(({ flag }) => flag), ...commonFlags];
      // Path parameters are arguments; a flag could still be meant by the same word.
      // `--no-x` sets `x` to false, or `noX` to true.
      const words = flags.map((flag) => flag.replace(/^no-/, ""));
      expect(new Set(words).size, `${resource} ${name}`).toBe(flags.length);
      expect(
        flags.filter((flag) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(flag)),
        name,
      ).toEqual([]);
    }
  }
});

verifies("cli:commands:any-path", async () => {
  writeFileSync("body.json", '{"a":1}');
  const { stdout } = await terminal.latchkey(["api", "post", "/svc/api/new-thing?x=1", "--input", "body.json"]);
  expect(received).toEqual({ method: "POST", url: "/svc/api/new-thing?x=1", body: '{"a":1}' });
  expect(JSON.parse(stdout).response).toEqual({ isReceived: true });
  await terminal.latchkey(["api", "GET", "/api/info"]);
  expect(received?.url).toBe("/svc/api/info");
});

verifies("cli:commands:checked", async () => {
  received = undefined;
  for (const words of [
    ["api", "keys", "get-data-api-key"],
    ["api", "keys", "create-data-api-key", "--dataabses", "x"],
    ["api", "processes", "read-process-log", "7", "--since", "many"],
    ["api", "processes", "start-process", "--kind", "other"],
    ["api", "nothing", "at-all"],
    ["unknown"],
    ["keys", "delete", "7"],
    ["open", "nowhere"],
  ]) {
    const { exitCode, stdout, stderr } = await terminal.latchkey(words);
    expect([words.join(" "), exitCode, stdout]).toEqual([words.join(" "), 2, ""]);
    expect(stderr, words.join(" ")).not.toBe("");
  }
  expect(received).toBeUndefined();
});

verifies("cli:commands:help", async () => {
  for (const words of [["--help"], ["help"], ["api", "--help"], ["api", "keys"], ["keys", "create", "--help"]]) {
    const { exitCode, stdout, stderr } = await terminal.latchkey(words);
    expect([words, exitCode, stderr]).toEqual([words, 0, ""]);
    expect(stdout).toContain("Usage: latchkey");
  }
  const { stdout } = await terminal.latchkey(["api", "webhooks", "create-webhook", "--help"]);
  expect(stdout).toContain("Example:\n  latchkey api webhooks create-webhook --channel");
});

verifies("cli:commands:open", "pages have the console's addresses", async () => {
  const known: readonly string[] = Object.values(paths);
  for (const path of Object.values(consolePages)) expect(known).toContain(`/${path}`);
  const { stdout } = await terminal.latchkey(["open", "keys", "--no-browser"]);
  expect(stdout).toBe(`${url}/console/keys\n`);
  await terminal.latchkey(["open", "logs"]);
  expect(terminal.opened).toEqual([`${url}/console/logs`]);
});
