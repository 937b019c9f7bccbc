import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import PluginsPanel from "../../../console/src/features/plugins/plugins-panel.tsx";
import { plugins } from "../../../shared/server/plugins/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const engines = (["fmse", "wpe", "fmdapi"] as const).map((engine) => ({
  ...{ engine, enabled: true, installStep: false, hasFolder: true },
}));
const [sample] = plugins.listPlugins.example.output.plugins;
const listed = (more: object = {}) => ({
  "GET /svc/api/plugins": { engines, plugins: [sample], problems: [], ...more },
});

async function panel(answers: Readonly<Record<string, object>>) {
  const changes = answering(answers);
  const onRestart = vi.fn();
  const page = await shown(<PluginsPanel onRestart={onRestart} />, new QueryClient());
  return { page, changes, onRestart };
}

verifies("server:plugins:console", "installing a plug-in asks for a restart of its engines", async () => {
  const output = { file: "New.fmx", engines: ["fmse", "wpe"], keptIn: null, restart: ["fmse", "wpe"] };
  const { page, changes, onRestart } = await panel({ ...listed(), "POST /svc/api/plugins": output });
  await page.getByRole("button", { name: "Install plug-in…" }).click();
  await page.getByLabelText("Path on the host").fill("documents/New.fmx");
  await page.getByRole("switch", { name: "Web publishing" }).click();
  await page.getByRole("button", { name: "Install plug-in", exact: true }).click();
  await page.getByRole("button", { name: "Restart Web publishing…" }).click();
  expect(onRestart).toHaveBeenCalledWith("wpe");
  expect(changes).toEqual([
    {
      call: "POST /svc/api/plugins",
      body: { path: "documents/New.fmx", engines: ["fmse", "wpe"], replace: false },
    },
  ]);
});

verifies("server:plugins:console", "a plug-in is disabled, and removed after a confirmation", async () => {
  const { page, changes } = await panel({
    ...listed(),
    "PATCH /svc/api/plugins/Sample.fmx": { file: "Sample.fmx", enabled: false, restart: ["fmse"] },
    "DELETE /svc/api/plugins/Sample.fmx": { file: "Sample.fmx", engines: ["fmse"], keptIn: null, restart: ["fmse"] },
  });
  await page.getByRole("button", { name: "Actions for Sample.fmx" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await expect.element(page.getByRole("button", { name: "Restart Script engine…" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Sample.fmx" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await expect.element(page.getByText(/Scripts that call its functions fail/)).toBeVisible();
  await page.getByRole("button", { name: "Remove plug-in" }).click();
  await expect
    .poll(() => changes.map(({ call }) => call))
    .toEqual(["PATCH /svc/api/plugins/Sample.fmx", "DELETE /svc/api/plugins/Sample.fmx"]);
});

verifies("server:plugins:console", "unknown parts are shown as unknown, with the reason", async () => {
  const { page } = await panel(
    listed({
      plugins: [{ ...sample, name: null, enabled: null, copies: null }],
      problems: ["The agent on the database host is offline"],
    }),
  );
  await expect.element(page.getByText("The agent on the database host is offline")).toBeVisible();
  await expect.element(page.getByText("Not loaded yet")).toBeVisible();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Sample.fmx" }))
    .toHaveTextContent("Sample.fmxNot loaded yetFolders unknown");
});
