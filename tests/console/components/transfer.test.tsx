import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import IdentityPanel from "../../../console/src/features/identity/identity-panel.tsx";
import { ExportPanel } from "../../../console/src/features/transfer/export-panel.tsx";
import { ImportPanel } from "../../../console/src/features/transfer/import-panel.tsx";
import { OttoPanel } from "../../../console/src/features/transfer/otto-panel.tsx";
import { SendPanel } from "../../../console/src/features/transfer/send-panel.tsx";
import { identity } from "../../../shared/identity/contract.ts";
import { transfer, transferParts } from "../../../shared/transfer/contract.ts";
import { verifies } from "../../support/verifies.ts";

afterEach(() => void vi.restoreAllMocks());

/** Answers calls by method and path. Returns the list of changes in the order in which they arrived. */
function answering(answers: Readonly<Record<string, object>>) {
  const changes: { readonly call: string; readonly body: unknown }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, { method = "GET", body } = {}) => {
    const call = `${method} ${String(url).split("?")[0]}`;
    if (method !== "GET") changes.push({ call, body: typeof body === "string" ? JSON.parse(body) : undefined });
    return Response.json({ messages: [{ code: 0, text: "ok" }], response: answers[call] ?? {} });
  });
  return changes;
}

async function shown(part: ReactNode) {
  const routeTree = createRootRoute({
    component: () => <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>,
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  return render(<RouterProvider router={createRouter({ routeTree, history })} />);
}

const passphrase = "correct horse battery staple";

verifies("transfer:console:moved", "an export saves the selection, and stores no passphrase", async () => {
  const changes = answering({ "POST /svc/api/transfer/export": { file: "sealed", counts: {} } });
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:nothing");
  const page = await shown(<ExportPanel />);
  await page.getByRole("checkbox", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Export" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Enter at least 12 characters.");
  await page.getByLabelText("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Export" }).click();
  await expect.element(page.getByLabelText("Passphrase")).toHaveValue("");
  expect(saved).toHaveBeenCalledOnce();
  const parts = transferParts.filter((part) => part !== "settings");
  expect(changes).toEqual([{ call: "POST /svc/api/transfer/export", body: { parts, passphrase } }]);
});

verifies("transfer:console:moved", "an import is previewed before it starts, and runs as previewed", async () => {
  const example = transfer.previewImport.example.output;
  const same = {
    part: "notes",
    title: "Contacts.fmp12",
    state: "same",
    action: "skip",
    reason: "Identical to the existing entry.",
  };
  const changes = answering({
    "POST /svc/api/transfer/preview": { ...example, entries: [same, ...example.entries] },
    "POST /svc/api/transfer/import": { processId: 42 },
  });
  const started = vi.fn();
  const page = await shown(<ImportPanel onStarted={started} />);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose a file.");
  await userEvent.upload(
    page.getByLabelText("File"),
    new File(["sealed"], "latchkey.json", { type: "application/json" }),
  );
  await page.getByLabelText("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect.element(page.getByText("orders of Contacts.fmp12")).toBeVisible();
  const shownEntries = page.getByRole("listitem").elements();
  expect(shownEntries.map(({ textContent }) => textContent)).toEqual([
    "NewWebhooksorders of Contacts.fmp12",
    "UnchangedFile notesContacts.fmp12Identical to the existing entry.",
  ]);
  await page.getByRole("button", { name: "Import" }).click();
  await vi.waitFor(() => expect(started).toHaveBeenCalledWith(42));
  const given = { file: "sealed", passphrase, existing: "skip" };
  expect(changes).toEqual([
    { call: "POST /svc/api/transfer/preview", body: given },
    { call: "POST /svc/api/transfer/import", body: { ...given, digest: example.digest } },
  ]);
});

verifies("transfer:console:sent", async () => {
  const { entries } = transfer.previewImport.example.output;
  const at = "POST /svc/api/transfer/send";
  const sentTo = "https://new.example.com";
  const answers: Record<string, object> = { [at]: { entries, processId: null, sentTo, sentSecrets: false } };
  const changes = answering(answers);
  const page = await shown(<SendPanel />);
  await page.getByRole("checkbox", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Preview changes there" }).click();
  await expect.element(page.getByText("Enter a full URL that begins with https://.")).toBeVisible();
  await expect.element(page.getByText("Enter a key of the other service.")).toBeVisible();
  await page.getByLabelText("URL of the other service").fill("https://new.example.com");
  await page.getByLabelText("Admin API key of the other service").fill("ak_there");
  await page.getByRole("button", { name: "Preview changes there" }).click();
  await expect.element(page.getByRole("listitem")).toHaveTextContent("NewWebhooksorders of Contacts.fmp12");
  await expect.element(page.getByText(/Only the Admin API key was sent there/)).toMatchTextContent(sentTo);
  // The displayed result was for other input.
  await page.getByLabelText("Existing items that differ").selectOptions("Replace with these");
  await expect.element(page.getByRole("listitem")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Preview changes there" }).click();
  await expect.element(page.getByRole("listitem")).toBeVisible();
  answers[at] = { entries, processId: 42, sentTo, sentSecrets: true };
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect
    .element(page.getByText(`Sent to ${sentTo}, with all secrets. The other service is importing it as its task 42.`))
    .toBeVisible();
  const parts = transferParts.filter((part) => part !== "settings");
  const given = { serverUrl: "https://new.example.com", adminApiKey: "ak_there", parts };
  expect(changes).toEqual([
    { call: at, body: { ...given, existing: "skip", isPreview: true } },
    { call: at, body: { ...given, existing: "replace", isPreview: true } },
    { call: at, body: { ...given, existing: "replace" } },
  ]);
});

verifies("transfer:otto:checked", "in the console", async () => {
  const input = { key: "dk_abcdefghijklmnopqrstuvwxyz1", databases: ["Contacts.fmp12"], user: "api" };
  const item = { kind: "data-key", state: "new", reason: null, secret: null };
  const calls = [{ operation: "POST /svc/api/api-key", input }];
  const opened = { database: "Contacts.fmp12", ok: true, text: null };
  const closed = { database: "Orders.fmp12", ok: false, text: "it is closed" };
  const preview = {
    from: "https://fms.example.com/otto",
    items: [{ ...item, name: "Shop", calls }],
    unread: [],
    staysBehind: [],
  };
  for (const [files, row] of [
    [[opened], "CreatedData API keyShopOpens Contacts.fmp12."],
    [[opened, closed], "Doesn't workData API keyShopDoesn't open Orders.fmp12: it is closed."],
  ] as const) {
    const changes = answering({
      "POST /svc/api/transfer/otto/preview": preview,
      "POST /svc/api/api-key": { id: 7 },
      "POST /svc/api/api-key/7/test": { ok: files.length === 1, files },
    });
    const page = await shown(<OttoPanel />);
    await page.getByLabelText("URL of OttoFMS").fill("https://fms.example.com/otto");
    await page.getByLabelText("Admin API key of OttoFMS").fill("ak_there");
    await page.getByRole("button", { name: "Show what will be created" }).click();
    await page.getByRole("button", { name: "Create 1 item" }).click();
    await expect.element(page.getByText("Created 1. Imported keys are marked in the list of keys.")).toBeVisible();
    await expect.element(page.getByRole("listitem").first()).toHaveTextContent(row);
    expect(changes.at(-1)?.call).toBe("POST /svc/api/api-key/7/test");
    await page.unmount();
  }
});

verifies("transfer:otto:console", async () => {
  const key = "dk_abcdefghijklmnopqrstuvwxyz1";
  const databases = ["Contacts.fmp12", "Orders.fmp12"];
  const account = { kind: "file-account", name: "api", files: databases };
  const keyCall = { operation: "POST /svc/api/api-key", input: { key, databases, user: "api", isDataApi: true } };
  const toolCall = {
    operation: "POST /svc/api/mcp-servers/{mcp_server_slug}/tools",
    input: { mcp_server_slug: "sales", name: "Echo" },
  };
  const item = { state: "new", reason: null, secret: null, calls: [] };
  const store = { kind: "store", name: "AKIA", files: [] };
  const items = [
    { ...item, kind: "data-key", name: "Web shop …xyz1", secret: account, calls: [keyCall] },
    { ...item, kind: "webhook", name: "receiver/contacts/off", state: "left-out", reason: "it is disabled" },
    { ...item, kind: "mcp-tool", name: "sales: Echo", calls: [toolCall] },
    { ...item, kind: "location", name: "frankfurt", secret: store },
  ];
  const preview = { from: "https://fms.example.com/otto", items, unread: [], staysBehind: ["Table triggers stay."] };
  const files = [
    { database: "Contacts.fmp12", ok: true, text: null },
    { database: "Orders.fmp12", ok: false, text: "wrong account or password" },
  ];
  const changes = answering({
    "POST /svc/api/transfer/otto/preview": preview,
    "POST /svc/api/api-key/test-account": { ok: false, files },
  });
  const page = await shown(<OttoPanel />);
  await page.getByRole("button", { name: "Show what will be created" }).click();
  await expect.element(page.getByText("Enter an Admin API key that was created in OttoFMS.")).toBeVisible();
  await page.getByLabelText("URL of OttoFMS").fill("https://fms.example.com/otto");
  await page.getByLabelText("Admin API key of OttoFMS").fill("ak_there");
  await page.getByRole("button", { name: "Show what will be created" }).click();
  await expect.element(page.getByText("Table triggers stay.")).toBeVisible();
  await expect.element(page.getByText("it is disabled")).toBeVisible();
  await expect.element(page.getByText("For 1 key of Contacts.fmp12, Orders.fmp12.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Create 1 item" })).toBeEnabled();
  await page.getByLabelText("Password of api").fill("demo-pass");
  await page.getByRole("button", { name: "Test accounts" }).click();
  await expect.element(page.getByText("wrong account or password")).toBeVisible();
  await expect.element(page.getByText("api: Contacts.fmp12")).toBeVisible();
  await page.getByRole("button", { name: "Create 2 items" }).click();
  await expect.element(page.getByText("Created 2. Imported keys are marked in the list of keys.")).toBeVisible();
  expect(
    page
      .getByRole("listitem")
      .elements()
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual([
    "CreatedData API keyWeb shop …xyz1",
    "Left outWebhookreceiver/contacts/offit is disabled",
    "CreatedMCP toolsales: Echo",
    "NewOffsite locationfrankfurtIts password or secret is missing.",
  ]);
  expect(changes.slice(2)).toEqual([
    { call: "POST /svc/api/api-key", body: { ...keyCall.input, pass: "demo-pass" } },
    { call: "POST /svc/api/mcp-servers/sales/tools", body: { name: "Echo" } },
  ]);
  expect(document.body.textContent).not.toContain(key);
});

verifies("identity:console:saved", async () => {
  const { input, output } = identity.saveIdentityCredentials.example;
  const changes = answering({
    "GET /svc/api/google-auth/credentials": { credentials: null },
    "POST /svc/api/google-auth/credentials": output,
  });
  const page = await shown(<IdentityPanel />);
  await page.getByRole("button", { name: "Add service account…" }).click();
  await page.getByLabelText("Administrator's email").fill(input.adminEmail);
  await page.getByLabelText("Service account file").fill("no file");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Invalid service account file. Choose the JSON key file.");
  await page.getByLabelText("Service account file").fill(JSON.stringify(input.serviceAccountJson));
  await page.getByLabelText("OAuth client IDs").fill("one.apps.googleusercontent.com\ntwo");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(changes).toEqual([
    {
      call: "POST /svc/api/google-auth/credentials",
      body: { ...input, nestedGroups: false, clientIds: ["one.apps.googleusercontent.com", "two"] },
    },
  ]);
});
