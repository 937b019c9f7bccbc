import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import { render } from "vitest-browser-react";
import { HostChecksPanel } from "../../../console/src/features/agents/host-checks-panel.tsx";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";

afterEach(() => vi.restoreAllMocks());

const id = "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11";
const call = `POST /svc/api/agents/${id}/check`;
const remedy = "Allow the agent's account to write there.";
const findings = [
  { check: "account", state: "ok", text: "Runs as latchkey-agent.", remedy: null },
  { check: "database_server", state: "unknown", text: "Nothing is known of the Database Server.", remedy: "Wait." },
  { check: "folder", state: "warning", text: "Can't write to the folder for backups.", remedy },
  { check: "tool_fmsadmin", state: "failed", text: "fmsadmin is missing.", remedy: "Install it." },
];

async function panel(state: "linked" | "away") {
  const calls = answering({ [call]: { ok: false, checkedAt: "2026-11-20T09:20:02.114Z", findings } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = await render(
    <QueryClientProvider client={client}>
      <HostChecksPanel agent={{ id, state }} />
    </QueryClientProvider>,
  );
  return { calls, page };
}

verifies("agent:console:checks", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { calls, page } = await panel("linked");
  const rows = page.getByRole("listitem");
  await expect
    .poll(() => rows.all().map((row) => row.element().textContent))
    .toEqual([
      "Failed: fmsadmin is missing.Install it.",
      `Warning: Can't write to the folder for backups.${remedy}`,
      "Unknown: Nothing is known of the Database Server.Wait.",
      "OK: Runs as latchkey-agent.",
    ]);
  await page.getByRole("button", { name: "Copy results" }).click();
  await expect
    .poll(() => copied.mock.calls)
    .toEqual([
      [
        [
          "failed  fmsadmin is missing.",
          "        Install it.",
          "warning Can't write to the folder for backups.",
          `        ${remedy}`,
          "unknown Nothing is known of the Database Server.",
          "        Wait.",
          "ok      Runs as latchkey-agent.",
        ].join("\n"),
      ],
    ]);
  expect(calls.length).toBe(1);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.poll(() => calls.map((each) => each.call)).toEqual([call, call]);
});

verifies("agent:console:checks", "nothing is asked while the agent is offline", async () => {
  const { calls, page } = await panel("away");
  await expect.element(page.getByText("Available while the agent is connected.")).toBeVisible();
  expect(calls).toEqual([]);
});
