import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect } from "vitest";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { pathOf, run, withKey } from "../support/programs.ts";

let service: TestService;
let url: string;
let key: string;
let header: string;
beforeAll(async () => {
  service = await testService();
  key = await service.anAdminKey();
  url = `${service.baseUrl}/svc/admin-mcp`;
  header = `Authorization: Bearer ${key}`;
});
afterAll(() => service.stop());

verifies(
  "mcp:protocol:clients",
  "the Inspector's command line finds no fault with the tools, in both eras",
  async () => {
    for (const era of ["legacy", "modern"]) {
      const args = ["--cli", url, "--transport", "http", "--header", header, "--protocol-era", era];
      const { code, out, errors } = await run("inspector", [...args, "--method", "tools/list", "--strict"]);
      expect({ code, errors }).toEqual({ code: 0, errors: expect.any(String) });
      expect(JSON.parse(out).tools.map(({ name }: { readonly name: string }) => name)).toContain("list_files");
    }
  },
);

verifies("mcp:protocol:clients", "mcporter calls a tool with a key", async () => {
  const { code, out, errors } = await run("mcporter", [
    ...["call", "--http-url", url, "--allow-http", "--header", `Authorization=Bearer ${key}`],
    ...["--name", "latchkey", "--tool", "get_file", "--output", "json", "--args", `{"file":"Contacts"}`],
  ]);
  expect({ code, errors, out }).toMatchObject({ code: 0 });
  expect(out).toContain("Contacts.fmp12");
});

verifies("mcp:protocol:clients", "a stdio client reaches the tools through mcp-remote", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [pathOf("remote"), url, "--allow-http", "--transport", "http-only", "--header", header],
      stderr: "ignore",
    }),
  );
  const result = await client.callTool({ name: "get_file", arguments: { file: "Contacts" } });
  expect(result).toMatchObject({ structuredContent: { file: { filename: "Contacts.fmp12" } } });
  await client.close();
});

const scenarios = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": ["tools-list", "http-header-validation", "dns-rebinding-protection", "server-sse-multiple-streams"],
};

verifies("mcp:protocol:conformance", "the suite's scenarios for a tool server pass, in both revisions", async () => {
  const proxy = await withKey(service.baseUrl, "/svc/admin-mcp", key);
  const failed: string[] = [];
  const runOf = async (version: string, name: string) => {
    const args = ["server", "--url", proxy.url, "--scenario", name, "--spec-version", version];
    const { code, out } = await run("conformance", args);
    if (code !== 0) failed.push(`${version} ${name}: ${out.slice(-1_500)}`);
  };
  for (const [version, names] of Object.entries(scenarios))
    await Promise.all(names.map((name) => runOf(version, name)));
  await proxy.stop();
  expect(failed).toEqual([]);
});
