import { afterAll, beforeAll, describe, expect } from "vitest";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { newerClient, olderClient } from "../support/clients.ts";

let service: TestService;
let url: string;
let key: string;
beforeAll(async () => {
  service = await testService();
  key = await service.anAdminKey();
  url = `${service.baseUrl}/svc/admin-mcp`;
});
afterAll(() => service.stop());

const connections = {
  "the SDK's first line": () => olderClient(url, key),
  "the SDK's second line, with the old revisions": () => newerClient(url, key, "legacy"),
  "the SDK's second line, with any revision": () => newerClient(url, key, "auto"),
  "the SDK's second line, with the revision of 2026-07-28": () => newerClient(url, key, "modern"),
};

describe.each(Object.entries(connections))("a client of %s", (_name, connect) => {
  verifies("mcp:admin:endpoint", "the client lists the tools and calls one with a key, unchanged", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("list_files");
    const result = await client.callTool({ name: "get_file", arguments: { file: "Contacts" } });
    expect(result).toMatchObject({ structuredContent: { file: { filename: "Contacts.fmp12", state: "normal" } } });
    expect(result.isError ?? false).toBe(false);
    await client.close();
  });
});
