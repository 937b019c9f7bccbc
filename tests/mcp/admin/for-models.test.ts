import { afterAll, beforeAll, expect } from "vitest";
import { adminTools } from "#shared/mcp/admin/catalogue.ts";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { callTool, rpc, toolNames } from "../support/raw-call.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService({
    sandbox: {
      world: {
        ...demoWorld(),
        clients: [
          { userName: "Ada Moreno", computerName: "desk", files: [{ database: "Contacts", account: "Admin" }] },
          { userName: "Ben Okafor", computerName: "iPad", files: [{ database: "Contacts", account: "Admin" }] },
        ],
      },
    },
  });
  key = await service.anAdminKey();
});
afterAll(() => service.stop());

const everything = "?toolsets=all";
const textOf = async (name: string, given: Readonly<Record<string, unknown>>, query = everything): Promise<string> => {
  const { content, error } = await callTool(service, await service.anAdminKey(), name, given, query);
  return error?.message ?? content.map(({ text }: { readonly text: string }) => text).join("\n");
};
const unknownProcess = 999_999;

verifies("mcp:admin:tools", "an error repeats the wrong value and names a tool that helps", async () => {
  for (const [name, given, wrong, helps] of [
    ["get_file", { file: "Nope" }, "Nope", "list_files"],
    ["open_file", { file: "Nope" }, "Nope", "list_files"],
    ["close_file", { file: "Nope" }, "Nope", "list_files"],
    ["set_file_note", { file: "Nope", text: "x" }, "Nope", "list_files"],
    ["create_download_link", { file: "Nope" }, "Nope", "list_files"],
    ["check_file", { file: "Nope" }, "Nope", "list_files"],
    ["recover_file", { file: "Nope" }, "Nope", "list_files"],
    ["read_log", { log: "../x" }, "../x", "list_logs"],
    ["clear_log", { log: "Nope.log" }, "Nope.log", "list_logs"],
    ["get_process", { process_id: unknownProcess }, "999999", "list_processes"],
    ["cancel_process", { process_id: unknownProcess }, "999999", "list_processes"],
    ["get_build", { build: 999 }, "999", "list_builds"],
    ["get_deployment", { deployment: 999 }, "999", "list_deployments"],
    ["list_backups", { schedule: "Nope" }, "Nope", "get_offsite_status"],
    ["start_backup", { schedule: "Nope" }, "Nope", "get_offsite_status"],
    ["run_schedule", { schedule: "filemaker:99" }, "filemaker:99", "list_schedules"],
    ["get_webhook", { webhook: 99 }, "99", "list_webhooks"],
    ["delete_webhook", { webhook: 99 }, "99", "list_webhooks"],
    ["delete_api_key", { key: 99 }, "99", "list_api_keys"],
    ["get_mcp_server", { server: "nope" }, "nope", "list_mcp_servers"],
    ["test_api_key", { key: 99 }, "99", "list_api_keys"],
    ["create_api_key", { label: "Shop", files: ["Nope"] }, "Nope", "list_files"],
    ["create_mcp_server", { file: "Nope", slug: "nope", name: "Nope" }, "Nope", "list_files"],
    ["get_backup", { schedule: "Nope", backup: "x" }, "Nope", "get_offsite_status"],
    ["restore_backup", { schedule: "Nope", backup: "x", file: "Nope" }, "Nope", "get_offsite_status"],
    ["start_deployment", { recipe: 999 }, "999", "list_recipes"],
    ["start_deployment", { undo: 999 }, "999", "list_deployments"],
    ["run_schedule", { schedule: "Nope" }, "Nope", "list_schedules"],
  ] as const) {
    const text = await textOf(name, given);
    expect(text, name).toContain(wrong);
    expect(text, name).toContain(`Call ${helps}`);
    expect(adminTools.has(helps)).toBe(true);
    expect(text, name).not.toMatch(/\/svc\/|\bpage\b|`/);
  }
});

verifies("mcp:admin:tools", "an error names the nearest valid name", async () => {
  expect(await textOf("get_file", { file: "Contcats" })).toContain('Nearest: "Contacts.fmp12".');
  expect(await textOf("create_mcp_server", { file: "Archvie", slug: "x", name: "X" })).toContain(
    'Nearest: "Archive.fmp12".',
  );
});

verifies("mcp:admin:tools", "a text that is too short says how long it must be", async () => {
  expect(await textOf("read_log", { log: "Event.log", since: "yesterday" })).toContain(
    "since: send at least 10 characters",
  );
  expect(await textOf("get_file", { file: "" })).toContain("file: must not be empty");
});

verifies("mcp:admin:confirm", "the question names the people, the message and the time that they have", async () => {
  const checked = await callTool(service, key, "check_file", { file: "Contacts" }, everything);
  expect(checked.structuredContent).toMatchObject({
    done: false,
    will_do:
      "Check for damage: Contacts.fmp12. The file is closed until it is done. 2 clients will be disconnected: Ada Moreno, Ben Okafor.",
  });
  const closed = await callTool(service, key, "close_file", { file: "Contacts", message: "Back at ten" });
  expect(closed.structuredContent.will_do).toContain('Its users will see the message "Back at ten".');
  const { structuredContent: list } = await callTool(service, key, "list_connected_clients", {});
  const gone = await callTool(service, key, "disconnect_client", { client: list.clients[0].id, grace_seconds: 0 });
  expect(gone.structuredContent.will_do).toMatch(/at once.*The user will see no message\./);
});

verifies("mcp:admin:confirm", "nothing is asked when there is nothing to do", async () => {
  await service.admin("POST", "/svc/api/fm-file/close", { files: ["Archive"] });
  expect(await textOf("close_file", { file: "Archive" })).toContain("Archive.fmp12 is closed already");
  expect(await textOf("abort_deployment", {})).toContain("No deployment is running");
});

verifies("mcp:admin:narrow", "a client learns which toolsets it could have, and where a missing tool is", async () => {
  const { body } = await rpc(service, key, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  for (const name of ["file_operations", "backups", "webhooks", "keys", "mcp_config"])
    expect(body.result.instructions).toMatch(new RegExp(`Not loaded: .*\\b${name} \\(`));
  expect(await textOf("list_api_keys", {}, "")).toMatch(/toolset keys.*\?toolsets=keys/);
  expect(await textOf("create_api_key", {}, "")).toContain("?toolsets=keys");
  expect(await textOf("create_admin_api_key", {}, "")).toContain("in the console (API Keys, Admin)");
  expect(await textOf("close_file", { file: "Contacts" }, "?readonly=true")).toContain("read-only");
  expect(await textOf("list_unicorns", {}, "")).toBe("Unknown tool list_unicorns");
  await service.admin("PATCH", "/svc/api/admin-mcp", { toolsets: ["server", "files"] });
  expect(await textOf("list_api_keys", {}, "")).toContain("an administrator must enable");
  await service.admin("PATCH", "/svc/api/admin-mcp", {
    toolsets: ["server", "files", "processes", "logs", "deployments"],
  });
  expect(await toolNames(service, key)).toContain("list_files");
});
