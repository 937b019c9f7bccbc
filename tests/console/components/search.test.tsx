import { afterEach, expect, vi } from "vitest";
import SearchPalette from "../../../console/src/app/search/search-palette.tsx";
import { files } from "../../../shared/files/contract.ts";
import { keys } from "../../../shared/keys/contract.ts";
import { system } from "../../../shared/system/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const [key] = keys.listDataApiKeys.example.output["api-keys"];
const [file] = files.listDatabases.example.output.databases;

/** Typed text and the first result. */
const phrases: readonly (readonly [typed: string, first: string])[] = [
  ["status page", "Status page"],
  ["rotate web shop", "Rotate key Web shop"],
  ["replace web shop", "Rotate key Web shop"],
  ["rotate key", "Rotate key Web shop"],
  ["delete web shop", "Delete key Web shop"],
  ["revoke web shop", "Delete key Web shop"],
  ["disable web shop", "Disable key Web shop"],
  ["create webhook", "Register webhook…"],
  ["register webhook", "Register webhook…"],
  ["new webhook", "Register webhook…"],
  ["create table trigger", "Create table trigger"],
  ["new trigger", "Create table trigger"],
  ["create key", "Create Data API key"],
  ["new data api key", "Create Data API key"],
  ["add admin api key", "Create Admin API key"],
  ["new mcp server", "Create MCP server"],
  ["create deployment", "Create deployment"],
  ["new release", "Create deployment"],
  ["new schedule", "Create schedule"],
  ["add cron", "Create schedule"],
  ["create alert", "Create alert rule"],
  ["new alarm", "Create alert rule"],
  ["add location", "Add offsite location"],
  ["add bucket", "Add offsite location"],
  ["new backup", "Create offsite backup"],
  ["statistics", "Server statistics"],
  ["slowest calls", "Slowest calls"],
  ["allowed networks", "Allowed networks"],
  ["close contacts", "Close Contacts.fmp12"],
  ["search logs", "Search all logs for errors"],
  ["give role", "Give a role to a person"],
  ["purge trash", "Empty trash…"],
  ["reboot filemaker", "Restart FileMaker Server"],
  ["18032", "Latchkey 18032"],
  ["audit", "Audit trail"],
];

verifies("system:console:search-words", async () => {
  answering({
    "GET /svc/api/api-key": { "api-keys": [{ ...key, label: "Web shop" }], cursor: null },
    "GET /svc/api/admin-api-key": { "api-keys": [], cursor: null },
    "GET /svc/api/databases": { databases: [file] },
    "GET /svc/api/processes": { processes: [], cursor: null },
    "GET /svc/api/webhooks": { webhooks: [] },
    "GET /svc/api/triggers": { triggers: [] },
    "GET /svc/api/mcp-servers": { servers: [] },
    "GET /svc/api/clients": { clients: [] },
    "GET /svc/api/logs": { logs: [] },
    "GET /svc/api/info": system.getInformation.example.output,
  });
  const page = await shown(<SearchPalette early={undefined} onClose={() => undefined} />);
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("web shop", { timeout: 5_000 });
  await expect.element(page.getByRole("option").first()).toMatchTextContent(/Web shop/);
  const found: (readonly [string, string])[] = [];
  for (const [typed, first] of phrases) {
    await field.fill(typed);
    const text = page.getByRole("option").first().element().textContent ?? "";
    found.push([typed, text.startsWith(first) ? first : text]);
  }
  expect(found).toEqual(phrases);
});
