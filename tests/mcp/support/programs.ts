import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "../../support/http/call.ts";

const require = createRequire(import.meta.url);

/** Third-party programs under test, as their packages provide them. */
const programs = {
  inspector: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  mcporter: "mcporter/dist/cli.js",
  remote: "mcp-remote/dist/proxy.js",
  conformance: "@modelcontextprotocol/conformance/dist/index.js",
} as const;

export type ProgramName = keyof typeof programs;

export function pathOf(name: ProgramName): string {
  const packaged = programs[name];
  const [first = "", second = ""] = packaged.split("/");
  const owner = first.startsWith("@") ? `${first}/${second}` : first;
  const folder = require.resolve.paths(owner)?.map((path) => join(path, packaged)) ?? [];
  const found = folder.find((path) => isFile(path));
  if (found === undefined) throw new Error(`${packaged} is not installed`);
  return found;
}

function isFile(path: string): boolean {
  return require("node:fs").existsSync(path);
}

interface RunOptions {
  /** Folder of the program's files. Default: a separate one that is deleted afterwards. */
  readonly home?: string;
  /** Acts as the user's browser for the address that the program prints for its user; programs open no browser here. */
  readonly browse?: (address: URL) => Promise<unknown>;
}

/** Runs a program to its end. */
export async function run(name: ProgramName, args: readonly string[], { home: given, browse }: RunOptions = {}) {
  const home = given ?? mkdtempSync(join(tmpdir(), "latchkey-client-"));
  try {
    const child = spawn(process.execPath, [pathOf(name), ...args], {
      ...surroundings(home),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let errors = "";
    const watch = browserFor(browse);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      watch(out);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      watch(errors);
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, out, errors };
  } finally {
    if (given === undefined) rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the environment of a program: nothing of the user who runs the tests, and a browser that does nothing. */
export function surroundings(home: string) {
  const browser = { BROWSER: "true", MCP_AUTO_OPEN_ENABLED: "true" };
  return { cwd: home, env: { PATH: process.env.PATH ?? "", HOME: home, NO_COLOR: "1", CI: "1", ...browser } };
}

/** Returns a function that finds the address of a sign-in in a program's output, and follows it once. */
export function browserFor(browse: RunOptions["browse"]): (written: string) => void {
  let isFollowed = browse === undefined;
  return (written) => {
    const [address] = /https?:\/\/[^\s"'<>]+\/oauth\/authorize\?[^\s"'<>]+(?=\s)/.exec(written) ?? [];
    if (isFollowed || address === undefined) return;
    isFollowed = true;
    void browse?.(new URL(address));
  };
}

/** Starts a server that forwards calls with a key: the suite sends no credentials. */
export async function withKey(baseUrl: string, path: string, key: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { connection: _, origin, "content-length": __, "transfer-encoding": ___, ...headers } = request.headers;
    const answer = await call(baseUrl, request.method ?? "GET", path, {
      headers: {
        ...(headers as Record<string, string>),
        authorization: `Bearer ${key}`,
        // Pages at the forwarding address count as the service's own pages.
        ...(origin !== undefined && { origin: origin.endsWith(`:${port()}`) ? baseUrl : origin }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const { "transfer-encoding": ____, connection: _____, ...answered } = answer.headers;
    response.writeHead(answer.status, answered as Record<string, string>).end(answer.bytes);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port()}/mcp`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
