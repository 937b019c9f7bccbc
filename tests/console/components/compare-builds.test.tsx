import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { queryClient } from "../../../console/src/api/query.ts";
import { BuildsPanel } from "../../../console/src/features/builds/builds-panel.tsx";
import { buildComparisons } from "../../../shared/builds/compare/contract.ts";
import { builds } from "../../../shared/builds/contract.ts";
import { verifies } from "../../support/verifies.ts";

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const [example] = builds.listBuildRows.example.output.builds;
const row = (id: number, ...files: readonly string[]) => ({
  ...{ ...example, id, build_id: `release-${id}` },
  files: files.map((fileName) => ({ fileName, clone: true, size: 4_194_304, sha256: "01".repeat(32) })),
});
const rows = [
  row(5, "Contacts.fmp12"),
  { ...row(4), status: "failed", files: [{ fileName: "Contacts.fmp12", clone: true }] },
  row(3, "Orders.fmp12"),
  row(2, "Contacts.fmp12", "Orders.fmp12"),
];

const facts = { clone: true, size: 4_194_304, sha256: "01".repeat(32), hasContainerData: false };
const file = (fileName: string, change: string, more: object = {}) => ({
  ...{ fileName, change, differences: [], from: facts, to: facts },
  ...more,
});
const files = [
  file("Archive.fmp12", "unchanged"),
  file("Contacts.fmp12", "changed", {
    differences: ["clone", "size", "sha256"],
    to: { ...facts, clone: false, size: 8_388_608 },
  }),
  file("Invoices.fmp12", "changed", { differences: ["sha256"], to: { ...facts, sha256: "93".repeat(32) } }),
  file("Orders.fmp12", "removed", { to: null }),
  file("Projects.fmp12", "added", { from: null }),
];

const unknown = { state: "none", processId: null, reason: null, comparedAt: null, files: [] };

verifies("builds:compare:console", async () => {
  const asked: string[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url) => {
    const { pathname, search } = new URL(String(url), window.location.href);
    const isComparison = pathname.endsWith("/compare");
    if (isComparison) asked.push(search);
    const { from, to } = buildComparisons.compareBuilds.example.output.comparison;
    const response = isComparison ? { comparison: { from, to, files, structure: unknown } } : { builds: rows };
    return Response.json({ messages: [{ code: 0, text: "ok" }], response });
  });
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <BuildsPanel runLink={(_, title) => title} onStarted={() => {}} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Actions for release-4" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Build again" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Compare…" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");

  // Only by keyboard.
  page.getByRole("button", { name: "Actions for release-5" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Compare…" })).toBeVisible();
  await userEvent.keyboard("c{Enter}");
  const dialog = page.getByRole("dialog", { name: "Compare builds" });
  await expect
    .element(dialog.getByRole("status"))
    .toHaveTextContent("1 file added, 1 file removed, 2 files changed, 1 file unchanged");
  expect(asked).toEqual(["?from=2&to=5"]);
  const shown = dialog.getByRole("row").elements().slice(1);
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    "Projects.fmp12Added–4.0 MB",
    "Orders.fmp12Removed4.0 MB–",
    "Contacts.fmp12Now a copy with records, was a cloneChanged4.0 MB8.0 MB",
    "Invoices.fmp12Same size, different bytes. This can happen without changes to the fileChanged4.0 MB4.0 MB",
    "Archive.fmp12Unchanged4.0 MB4.0 MB",
  ]);
  const before = dialog.getByLabelText("Before");
  expect([...before.element().querySelectorAll("option")].map(({ value }) => value)).toEqual(["5", "3", "2"]);
  await before.selectOptions("3");
  await expect.poll(() => asked).toEqual(["?from=2&to=5", "?from=3&to=5"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

const changes = [
  { change: "added", name: "Contacts::email" },
  { change: "changed", name: "Contacts::phone", was: "telephone" },
];
const contacts = {
  fileName: "Contacts.fmp12",
  state: "compared",
  reason: null,
  kinds: [
    { kind: "field", added: 1, removed: 0, changed: 1, changes },
    { kind: "script", added: 900, removed: 0, changed: 0, changes: [{ change: "added", name: "Send mail" }] },
  ],
};
const unreadable = { fileName: "Invoices.fmp12", state: "unreadable", reason: "in release-2, Error 212", kinds: [] };
const comparedAt = "2026-11-21T09:20:41.007Z";

verifies("builds:compare:structure-console", async () => {
  const sent: unknown[] = [];
  let structure: object = unknown;
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const { pathname } = new URL(String(url), window.location.href);
    const { from, to } = buildComparisons.compareBuilds.example.output.comparison;
    if (init?.method === "POST") {
      sent.push(JSON.parse(String(init.body)));
      structure = { ...unknown, state: "running", processId: 44 };
    }
    const isComparison = pathname.endsWith("/compare");
    const response = !isComparison
      ? { builds: rows }
      : init?.method === "POST"
        ? { started: true, processId: 44 }
        : { comparison: { from, to, files, structure } };
    return Response.json({ messages: [{ code: 0, text: "ok" }], response });
  });
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <BuildsPanel runLink={(id, title) => <a href={`#${id}`}>{title}</a>} onStarted={() => {}} />
    </QueryClientProvider>,
  );
  const show = async (next: object) => {
    structure = next;
    await queryClient.invalidateQueries();
  };
  await page.getByRole("button", { name: "Actions for release-5" }).click();
  await page.getByRole("menuitem", { name: "Compare…" }).click();
  const inside = page.getByRole("region", { name: "Structure" });
  await inside.getByRole("button", { name: "Compare structure" }).click();
  await expect.element(inside.getByRole("progressbar")).toBeVisible();
  expect(inside.getByRole("link", { name: "Comparing…" }).element().getAttribute("href")).toBe("#44");
  expect(sent).toEqual([{ from: 7, to: 8, files: [] }]);

  await show({ ...unknown, state: "compared", processId: 44, comparedAt, files: [contacts, unreadable] });
  await expect.element(inside.getByRole("status")).toHaveTextContent("2 added, 0 removed, 1 changed");
  await expect.element(inside.getByText("899 more changes not listed.")).toBeVisible();
  const shown = () => inside.getByRole("row").elements().slice(1);
  expect(shown().map(({ textContent }) => textContent)).toEqual([
    "Contacts::emailFieldAdded",
    "Contacts::phoneBefore: telephoneFieldChanged",
    "Send mailScriptAdded",
  ]);
  await inside.getByRole("button", { name: "Scripts 900" }).click();
  expect(shown()).toHaveLength(1);
  await inside.getByRole("button", { name: "Scripts 900" }).click();
  await inside.getByLabelText("Filter by name").fill("TELE");
  await expect
    .poll(() => shown().map(({ textContent }) => textContent))
    .toEqual(["Contacts::phoneBefore: telephoneFieldChanged"]);

  // Only by keyboard: the key of the file that couldn't be read.
  const group = inside.getByRole("group", { name: "Couldn't read Invoices.fmp12" });
  await expect.element(group.getByText("in release-2, Error 212")).toBeVisible();
  group.getByLabelText("Encryption key").element().focus();
  await userEvent.keyboard("sealed-key{Enter}");
  await expect.element(inside.getByRole("progressbar")).toBeVisible();
  expect(sent.at(-1)).toEqual({
    from: 7,
    to: 8,
    files: [{ fileName: "Invoices.fmp12", encryptionKey: "sealed-key" }],
  });

  await show({ ...unknown, state: "failed", processId: 45, reason: "FMDeveloperTool is not installed" });
  await expect
    .element(inside.getByRole("alert"))
    .toHaveTextContent("Comparison failed: FMDeveloperTool is not installed");
  await expect.element(inside.getByRole("button", { name: "Compare again" })).toBeVisible();
  await show({ ...unknown, state: "compared", processId: 45, comparedAt, files: [{ ...contacts, kinds: [] }] });
  await expect.element(inside.getByText("Both builds have the same structure.")).toBeVisible();
});
