import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import { render } from "vitest-browser-react";
import LicensePanel from "../../../console/src/features/license/license-panel.tsx";
import { license } from "../../../shared/license/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";

afterEach(() => vi.restoreAllMocks());

const { output } = license.getLicense.example;

/** Shows the card with an answer of the service. */
async function card(answer: object) {
  answering({ "GET /svc/api/license": answer });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = await render(
    <QueryClientProvider client={client}>
      <LicensePanel keyLink={(key) => key} />
    </QueryClientProvider>,
  );
  return page.getByRole("region", { name: "License and allowance" });
}

verifies("license:console:card", "with all values", async () => {
  const shown = await card(output);
  await expect.poll(() => shown.element().textContent).toMatch(/Connected users31 of 50/);
  await expect.poll(() => shown.element().textContent).toMatch(/Most in 30 days47/);
  await expect.poll(() => shown.element().textContent).toMatch(/License ends.*\(in 222 days\)/);
  await expect.poll(() => shown.element().textContent).toMatch(/The allowance lasts until it resets\./);
  await expect
    .poll(() => shown.element().textContent)
    .toMatch(/data-key:7286\.3 GB · 60 %Not through Latchkey190\.9 GB · 40 %/);
});

verifies("license:console:card", "with nothing known, or the allowance used up soon", async () => {
  const nothing = {
    license: { product: null, version: null, kind: "unknown", userLimit: null, expiresOn: null, daysLeft: null },
    users: { connected: null, peak: null, sampledSince: null },
    allowance: {
      ...{ limitBytes: null, limitSource: null, isEnforced: null, usedBytes: null, usedShare: null, resetsOn: null },
      ...{
        daysToReset: null,
        forecast: { outcome: "unknown", runsOutOn: null, usedBytesAtReset: null, basedOnDays: 0 },
      },
    },
    traffic: { from: null, serverBytes: null, keys: [], otherBytes: null, otherShare: null },
  };
  const unknown = await card(nothing);
  await expect
    .poll(() => unknown.element().textContent)
    .toMatch(
      /Connected usersUnknownMost in 30 daysUnknownLicense endsUnknownData API allowance usedUnknownResets onUnknown/,
    );
  await expect.poll(() => unknown.element().textContent).toMatch(/There is no forecast yet/);
  const forecast = { outcome: "runs_out", runsOutOn: "2027-05-02", usedBytesAtReset: 2e12, basedOnDays: 143 };
  const usedUp = await card({ ...output, allowance: { ...output.allowance, forecast } });
  await expect.poll(() => usedUp.last().element().textContent).toMatch(/the allowance is used up on about .*2027/);
});
