import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, expect } from "vitest";
import { browserFor, pathOf, run, surroundings } from "../mcp/support/programs.ts";
import { servers } from "../mcp-servers/support/servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { account, cookiesOf } from "./support/browser.ts";

const service = await testService();
const home = mkdtempSync(join(tmpdir(), "latchkey-programs-"));
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});
const { aServer, aTool } = servers(service);
await aServer("contacts");
await aTool("contacts", { input_schema: { text: { type: "string", required: true } } });
const url = `${service.baseUrl}/svc/mcp/contacts`;

/** Acts as the user in a browser: reads the page, signs in, and is redirected to the program. */
async function signIn(address: URL): Promise<string> {
  const follow = (to: string, init: RequestInit = {}) =>
    fetch(new URL(to, service.baseUrl), { ...init, redirect: "manual" });
  const begun = await follow(address.href);
  const headers = { Cookie: cookiesOf({ headers: { "set-cookie": begun.headers.getSetCookie() } }) };
  const page = begun.headers.get("location") ?? "";
  const text = await (await follow(page, { headers })).text();
  const body = new URLSearchParams({ ...account, access: "full", action: "allow" });
  const done = await follow(page, { method: "POST", headers, body });
  const back = await follow(done.headers.get("location") ?? "", { headers });
  await fetch(back.headers.get("location") ?? "");
  return text;
}

const api = "/svc/api/oauth/grants";
const grants = async () => (await service.admin("GET", api)).body.response.grants;
/** Revokes everything that users have allowed so far. */
const revoke = async () => {
  for (const { id } of await grants()) await service.admin("DELETE", `${api}/${id}`);
};

verifies(
  "oauth:clients:programs",
  "mcporter signs in, makes calls with its stored tokens, and is rejected after they are revoked",
  async () => {
    const at = ["--http-url", url, "--allow-http", "--name", "contacts"];
    const pages: string[] = [];
    const browse = async (address: URL) => void pages.push(await signIn(address));
    const signedIn = await run("mcporter", ["auth", ...at, "--no-browser"], { home, browse });
    expect(signedIn).toMatchObject({ code: 0 });
    expect(pages).toEqual([expect.stringContaining("mcporter")]);
    expect(await grants()).toMatchObject([{ account: account.user }]);
    const calling = ["call", ...at, "--no-oauth", "--tool", "echo", "--output", "json", "--args", '{"text":"hello"}'];
    const called = await run("mcporter", calling, { home });
    expect(called).toMatchObject({ code: 0, out: expect.stringContaining("hello") });
    await revoke();
    const refused = await run("mcporter", calling, { home });
    expect(refused.code).not.toBe(0);
    expect(refused.out).not.toContain("hello");
  },
);

verifies(
  "oauth:clients:programs",
  "the Inspector's command line signs in, in both eras, and finds no fault",
  async () => {
    for (const era of ["legacy", "modern"]) {
      const args = ["--cli", url, "--transport", "http", "--protocol-era", era, "--method", "tools/list", "--strict"];
      const { code, out, errors } = await run("inspector", args, { browse: signIn });
      expect({ code, errors }).toEqual({ code: 0, errors: expect.any(String) });
      expect(JSON.parse(out.slice(out.indexOf("{"))).tools).toMatchObject([{ name: "echo" }]);
      await revoke();
    }
  },
);

verifies("oauth:clients:programs", "mcp-remote signs in for a stdio client", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const { cwd, env } = surroundings(home);
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [pathOf("remote"), url, "--allow-http", "--transport", "http-only"] },
    ...{ cwd, env, stderr: "pipe" },
  });
  let written = "";
  const watch = browserFor(signIn);
  transport.stderr?.on("data", (piece: Buffer) => {
    written += piece.toString();
    watch(written);
  });
  await client.connect(transport);
  expect(await client.callTool({ name: "echo", arguments: { text: "hello" } })).toMatchObject({
    structuredContent: { text: "hello" },
  });
  await client.close();
  expect(await grants()).toMatchObject([{ account: account.user }]);
});
