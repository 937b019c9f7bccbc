import { afterEach, expect, vi } from "vitest";
import { keyKinds } from "../../../console/src/features/keys/key-kinds.ts";
import LimitsDialog from "../../../console/src/features/keys/limits/limits-dialog.tsx";
import { LimitsPanel } from "../../../console/src/features/keys/limits/limits-panel.tsx";
import { keys } from "../../../shared/keys/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const row = keys.getDataApiKey.example.output;
const adminRow = keys.getAdminApiKey.example.output;
const closed = vi.fn();

verifies("keys:console:limits", "entered limits are stored, and impossible ones are reported", async () => {
  const changes = answering({ "PATCH /svc/api/api-key/1": keys.updateDataApiKey.example.output });
  const page = await shown(<LimitsDialog kind={keyKinds.data} row={row} onClose={closed} />);
  const save = page.getByRole("button", { name: "Save limits" });
  await page.getByRole("switch", { name: "Limit methods" }).click();
  await page.getByRole("checkbox", { name: "GET" }).click();
  await page.getByRole("switch", { name: "Limit networks" }).click();
  await page.getByLabelText("Calls per minute").fill("sixty");
  await save.click();
  await expect.element(page.getByText("Choose at least one method.")).toBeVisible();
  await expect.element(page.getByText("Enter at least one address or network.")).toBeVisible();
  await expect.element(page.getByText("Enter a whole number, or leave blank for no limit.")).toBeVisible();
  expect(changes).toEqual([]);

  await page.getByRole("checkbox", { name: "GET" }).click();
  await page.getByLabelText(/^Addresses and networks/).fill("192.0.2.0/24\n\n 2001:db8::/32 ");
  await page.getByLabelText("Calls per minute").fill("60");
  await page.getByLabelText("Calls per day").fill("5000");
  await page.getByLabelText("Daily limit resets at midnight in").selectOptions("Europe/Berlin");
  await page.getByRole("switch", { name: "Limit layouts" }).click();
  await page.getByLabelText(/^Layouts and tables/).fill("Web*\nContacts");
  await page.getByRole("switch", { name: "Limit scripts" }).click();
  await save.click();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(changes[0]?.body).toEqual({
    endsAt: null,
    limits: {
      methods: ["GET"],
      layouts: ["Web*", "Contacts"],
      // Enabled without an entry: no scripts are allowed.
      scripts: [],
      networks: ["192.0.2.0/24", "2001:db8::/32"],
      callsPerMinute: 60,
      callsPerDay: 5_000,
      timeZone: "Europe/Berlin",
    },
  });
});

verifies("keys:console:limits", "an Admin API key has an expiration and networks", async () => {
  const changes = answering({ "PATCH /svc/api/admin-api-key/1": keys.updateAdminApiKey.example.output });
  const ending = { ...adminRow, ends_at: "2026-12-24T18:00:00.000Z", limits: { networks: ["192.0.2.7"] } };
  const page = await shown(<LimitsDialog kind={keyKinds.admin} row={ending} onClose={closed} />);
  await expect.element(page.getByRole("switch", { name: "Limit layouts" })).not.toBeInTheDocument();
  await page.getByRole("switch", { name: "Limit networks" }).click();
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect
    .poll(() => changes)
    .toEqual([
      {
        call: "PATCH /svc/api/admin-api-key/1",
        body: { endsAt: "2026-12-24T18:00:00.000Z", limits: { networks: null } },
      },
    ]);
});

verifies("keys:console:rotation", async () => {
  const changes = answering({
    "PATCH /svc/api/api-key/1": keys.updateDataApiKey.example.output,
    "POST /svc/api/api-key/1/rotate": keys.rotateDataApiKey.example.output,
  });
  const rotated = vi.fn();
  const limited = { ...row, limits: { ...noLimits, methods: ["GET" as const], layouts: [] }, replaces: 7 };
  const page = await shown(
    <LimitsPanel kind={keyKinds.data} row={limited} keyLink={(id) => `Key ${id}`} onRotated={rotated} />,
  );
  await expect.element(page.getByText("Key 7")).toBeVisible();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Rotate…" }).click();
  await page.getByLabelText("Keep the old key working for").selectOptions("7 days");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect.element(page.getByTestId("new-key")).toMatchTextContent(/^dk_/);
  await page.getByRole("button", { name: "Done" }).click();
  // The key is only shown once: leaving without a copy asks for confirmation.
  await expect.element(page.getByRole("dialog").last()).toMatchTextContent(/copied|copy/i);
  expect(rotated).not.toHaveBeenCalled();
  expect(changes.map(({ call, body }) => [call, body])).toEqual([
    ["PATCH /svc/api/api-key/1", { isDisabled: true }],
    ["POST /svc/api/api-key/1/rotate", { overlap: "7d" }],
  ]);
});

const noLimits = {
  methods: null,
  layouts: null,
  scripts: null,
  callsPerMinute: null,
  callsPerDay: null,
  timeZone: null,
  networks: null,
};
