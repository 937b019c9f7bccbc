import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import IdentityPanel from "../../../console/src/features/identity/identity-panel.tsx";
import { ExportPanel } from "../../../console/src/features/transfer/export-panel.tsx";
import { ImportPanel } from "../../../console/src/features/transfer/import-panel.tsx";
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
