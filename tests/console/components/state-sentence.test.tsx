import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import type { HomeFacts } from "../../../console/src/features/system/home-issues.ts";
import { StateSentence } from "../../../console/src/features/system/state-sentence.tsx";
import type { Point } from "../../../shared/system/contract.ts";
import { verifies } from "../../support/verifies.ts";

afterEach(() => void vi.restoreAllMocks());

const well: Omit<HomeFacts, "points"> = { refusedAccounts: [], refusedAdminKeys: 0, failedRuns: [], eventIssues: [] };
const point = (id: Point["id"], state: Point["state"], text: string): Point => ({
  id,
  file: null,
  state,
  text,
  remedy: null,
});
const stopped = point("database_server", "failed", "The Database Server is stopped.");
const away = point("agent_linked", "warning", "The agent is offline.");
const odata = point("odata_enabled", "warning", "OData is disabled.");
const refused = "FileMaker Server rejects the account “api” in Contacts: 2 keys fail.";

/** Returns Home's first sentence, and its other reports, each with the page that it links to. */
async function reported(points: readonly Point[], facts: Partial<typeof well> = {}) {
  vi.spyOn(window, "fetch").mockImplementation(async () =>
    Response.json({ messages: [], response: { ok: true, points } }),
  );
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <StateSentence
        {...well}
        {...facts}
        link={(target, text) => (
          <a href={`#${target.page}`} data-page={target.page}>
            {text}
          </a>
        )}
      />
    </QueryClientProvider>,
  );
  return expect.poll(() => ({
    first: page.container.querySelector("[role=status]")?.textContent?.trim(),
    linked: [...page.container.querySelectorAll("a")].map((a) => `${a.dataset.page}: ${a.textContent}`),
  }));
}

test("everything works", async () => {
  await (await reported([point("server_reachable", "ok", "It responds.")])).toEqual({
    first: "All checks passed.",
    linked: [],
  });
});

test("a warning links to its check, and keys work anyway", async () => {
  await (await reported([odata])).toEqual({
    first: "OData is disabled. Keys work.",
    linked: ["points: OData is disabled."],
  });
});

test("a rejected account is named, and has priority over a warning", async () => {
  await (await reported([away, odata], { refusedAccounts: [refused] })).toEqual({
    first: refused,
    linked: [`dataKeys: ${refused}`, "points: OData is disabled.", "agent: The agent is offline."],
  });
});

test("a problem that breaks all keys has priority over its possible consequences", async () => {
  const facts = { refusedAccounts: [refused], refusedAdminKeys: 1, failedRuns: [{ id: 7, title: "Rename Orders" }] };
  await (await reported([stopped, odata], facts)).toEqual({
    first: "The Database Server is stopped.",
    linked: [
      "server: The Database Server is stopped.",
      `dataKeys: ${refused}`,
      "adminKeys: FileMaker Server rejects the Admin Console account of 1 Admin API key.",
      "run: Failed in the last 24 hours: Rename Orders.",
      "points: OData is disabled.",
    ],
  });
});

test("one failed run links to itself", async () => {
  await (await reported([], { failedRuns: [{ id: 7, title: "Rename Orders" }] })).toMatchObject({
    linked: ["run: Failed in the last 24 hours: Rename Orders."],
  });
});

test("several failed runs link to their list", async () => {
  const failedRuns = [
    { id: 7, title: "Rename Orders" },
    { id: 8, title: "Verify Contacts" },
  ];
  await (await reported([], { failedRuns })).toMatchObject({ linked: ["runs: 2 tasks failed in the last 24 hours."] });
});

verifies("webhooks:console:home", async () => {
  const eventIssues = [
    {
      state: "warning",
      sentence: "“Shop”: 3 deliveries have failed.",
      target: { page: "deliveries", source: "webhook-1" },
    },
    { state: "warning", sentence: "The webhook “Forms” is disabled.", target: { page: "webhook", id: 2 } },
  ] as const;
  await (await reported([odata], { eventIssues })).toEqual({
    first: "“Shop”: 3 deliveries have failed. Keys work.",
    linked: [
      "deliveries: “Shop”: 3 deliveries have failed.",
      "webhook: The webhook “Forms” is disabled.",
      "points: OData is disabled.",
    ],
  });
});

test("a full disk links to the disks, and several problems are counted", async () => {
  const full = point("disk_space", "failed", "A disk is full.");
  const silent = point("server_reachable", "failed", "No response.");
  const expired = point("certificate_expiry", "failed", "The certificate expired.");
  await (await reported([silent, expired, full])).toMatchObject({
    linked: ["points: No response. And 1 more issue.", "disk: A disk is full."],
  });
});

test("failed checks are reported if nothing else has failed", async () => {
  const unknown = point("admin_account", "unknown", "The Admin API did not respond.");
  await (await reported([unknown])).toMatchObject({ first: "The Admin API did not respond. Keys work." });
});

test("failed checks are omitted if something else has failed", async () => {
  const unknown = point("data_api_enabled", "unknown", "Couldn't check the Data API.");
  await (await reported([stopped, unknown])).toMatchObject({ linked: ["server: The Database Server is stopped."] });
});
