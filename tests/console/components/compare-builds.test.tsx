import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { BuildsPanel } from "../../../console/src/features/builds/builds-panel.tsx";
import { builds } from "../../../shared/builds/contract.ts";
import { verifies } from "../../support/verifies.ts";

afterEach(() => void vi.restoreAllMocks());

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

verifies("builds:compare:console", async () => {
  const asked: string[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url) => {
    const { pathname, search } = new URL(String(url), window.location.href);
    const isComparison = pathname.endsWith("/compare");
    if (isComparison) asked.push(search);
    const { from, to } = builds.compareBuilds.example.output.comparison;
    const response = isComparison ? { comparison: { from, to, files } } : { builds: rows };
    return Response.json({ messages: [{ code: 0, text: "ok" }], response });
  });
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <BuildsPanel runLink={(_, title) => title} onStarted={() => {}} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Actions for release-4" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Make again" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Compare…" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");

  // By keyboard alone.
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
    "Contacts.fmp12With its records now, before a cloneChanged4.0 MB8.0 MB",
    "Invoices.fmp12Other bytes in the same size, which a copy of an unchanged file may have tooChanged4.0 MB4.0 MB",
    "Archive.fmp12Unchanged4.0 MB4.0 MB",
  ]);
  const before = dialog.getByLabelText("Before");
  expect([...before.element().querySelectorAll("option")].map(({ value }) => value)).toEqual(["5", "3", "2"]);
  await before.selectOptions("3");
  await expect.poll(() => asked).toEqual(["?from=2&to=5", "?from=3&to=5"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});
