import { afterEach, expect, vi } from "vitest";
import type { Locator } from "vitest/browser";
import { LastCopiesPanel } from "../../../console/src/features/backups/last-copies-panel.tsx";
import { NotifiedPanel } from "../../../console/src/features/backups/notified/notified-panel.tsx";
import { useOffsiteFacts } from "../../../console/src/features/backups/offsite-facts.tsx";
import OffsiteScheduleDialog from "../../../console/src/features/backups/offsite-schedule-dialog.tsx";
import { OffsiteSchedulePage } from "../../../console/src/features/backups/offsite-schedule-page.tsx";
import { DrillPanel } from "../../../console/src/features/backups/restore/drill-panel.tsx";
import RestoreDialog from "../../../console/src/features/backups/restore/restore-dialog.tsx";
import { Facts } from "../../../console/src/ui/layout/facts.tsx";
import { backups } from "../../../shared/backups/contract.ts";
import { offsiteRecovery } from "../../../shared/backups/recovery/contract.ts";
import { offsiteRestores } from "../../../shared/backups/restores/contract.ts";
import { type OffsiteSchedule, offsiteSchedules } from "../../../shared/backups/schedules/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const at = "/svc/api/settings/offsite";
const [example] = offsiteSchedules.listOffsiteSchedules.example.output.schedules;
const inBlocks = {
  ...(example as OffsiteSchedule),
  ...{ layout: "blocks", set: "5b8f1c0e9d7a4362b1f08e6c2d93a754", is_key_confirmed: true },
  retention: { all_days: 14, daily_days: 60, monthly_months: 0, repack_below_percent: 25, billed_days: 0 },
} satisfies OffsiteSchedule;
const restoring = { making: () => null, onRestoring: vi.fn() };

verifies("backups:console:upkeep", "the retention is chosen, and an invalid number isn't sent", async () => {
  const changes = answering({
    [`GET ${at}/remotes`]: backups.listOffsiteRemotes.example.output,
    [`GET ${at}/remotes/aws-frankfurt/buckets`]: backups.listOffsiteBuckets.example.output,
    [`GET ${at}/recovery-key`]: offsiteRecovery.readRecoveryKey.example.output,
    [`PATCH ${at}/schedules/Daily`]: { ok: true },
  });
  const closed = vi.fn();
  const page = await shown(<OffsiteScheduleDialog before={{ ...inBlocks, retention: null }} onClose={closed} />);
  await page.getByText("Retention").click();
  await expect.element(page.getByText("All backups are kept forever.")).toBeVisible();
  await page.getByRole("switch", { name: "Delete old backups" }).click();
  await page.getByLabelText("Keep every backup for (days)").fill("0");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect.element(page.getByText("Enter a number from 1 to 3,650.")).toBeVisible();
  expect(changes).toEqual([]);
  await page.getByLabelText("Keep every backup for (days)").fill("30");
  await page.getByLabelText("Minimum storage period (days)").fill("90");
  await save.click();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  const retention = { all_days: 30, daily_days: 60, monthly_months: 24, repack_below_percent: 25, billed_days: 90 };
  expect(changes[0]?.body).toMatchObject({ layout: "blocks", retention });
});

verifies(
  "backups:console:upkeep",
  "the last runs and lost data are shown, and each task can be started immediately",
  async () => {
    const schedule: OffsiteSchedule = {
      ...inBlocks,
      last_upkeep: {
        ...{ process_id: 44, work: ["verify", "prune"], state: "done", reason: null },
        ...{ started_at: "2026-11-20T03:00:00.000Z", ended_at: "2026-11-20T03:04:00.000Z" },
        ...{ deleted_snapshots: 3, deleted_bytes: 5_242_880, read_bytes: 104_857_600, repaired_contents: null },
      },
      damage: {
        ...{ found_at: "2026-11-20T03:04:00.000Z", objects: [], packs: ["0a"], file_count: 2 },
        files: [{ snapshot: "019a", number: 12, path: "Databases/Contacts.fmp12" }],
      },
    };
    const changes = answering({
      [`GET ${at}/schedules`]: { schedules: [schedule] },
      [`GET ${at}/schedules/Daily/runs`]: { runs: [], cursor: null },
      [`POST ${at}/schedules/Daily/upkeep`]: { processId: 45 },
    });
    const page = await shown(
      <OffsiteSchedulePage
        name="Daily"
        above={null}
        restoring={restoring}
        mark={(state) => state}
        runLink={(_, title) => title}
        onRun={vi.fn()}
      />,
    );
    for (const sentence of [
      "all for 14 days, one per day for 60 days",
      "3 backups and 5.0 MB of packs deleted",
      "100.0 MB verified",
      "Task 44",
      "Databases/Contacts.fmp12, backup 12",
      "And 1 more",
    ])
      await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(page.getByText(/Back up now to send existing data again/)).toBeVisible();
    const actions = page.getByRole("button", { name: "Run maintenance" });
    await actions.click();
    await page.getByRole("menuitem", { name: "Verify everything" }).click();
    await actions.click();
    await page.getByRole("menuitem", { name: "Repair" }).click();
    await expect
      .poll(() => changes.map(({ body }) => body))
      .toEqual([
        { work: ["verify"], extent: "all" },
        { work: ["repair", "verify"], extent: "structure" },
      ]);
  },
);

verifies("backups:console:notified", async () => {
  const changes = answering({
    [`GET ${at}/notifications`]: offsiteSchedules.readOffsiteNotifications.example.output,
    [`POST ${at}/notifications`]: offsiteSchedules.changeOffsiteNotifications.example.output,
    [`DELETE ${at}/notifications`]: offsiteSchedules.deleteOffsiteNotifications.example.output,
  });
  const page = await shown(<NotifiedPanel />);
  await expect.element(page.getByText("https://hooks.example.com/********")).toBeVisible();
  await expect.element(page.getByText("Failures only")).toBeVisible();
  await page.getByRole("button", { name: "Edit…" }).click();
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect.element(page.getByText(/Enter a URL/)).toBeVisible();
  await page.getByLabelText("URL").fill("https://chat.example.com/canary");
  await page.getByRole("switch", { name: "Also notify of success" }).click();
  await save.click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete destination" }).click();
  await expect
    .poll(() => changes)
    .toEqual([
      {
        call: `POST ${at}/notifications`,
        body: { type: "slack", channelUrl: "https://chat.example.com/canary", sendSuccessNotifications: false },
      },
      { call: `DELETE ${at}/notifications`, body: undefined },
    ]);
});

verifies("backups:console:closed-sets", async () => {
  const { closed_sets } = offsiteRestores.listOffsiteBackups.example.output;
  const changes = answering({
    [`GET ${at}/backups`]: { backups: [], closed_sets },
    [`POST ${at}/recovery-key/open`]: offsiteRecovery.openOffsiteSets.example.output,
  });
  const page = await shown(<RestoreDialog schedule={inBlocks} {...restoring} onClose={vi.fn()} />);
  await expect.element(page.getByText(/Recovery key 3b9f0c61d2a4e785 opens them\./)).toBeVisible();
  await page.getByRole("button", { name: "Enter recovery key…" }).click();
  const submit = page.getByRole("button", { name: "Open", exact: true });
  await expect.element(submit).toBeDisabled();
  await page.getByLabelText("Recovery key").fill("2000-0000-0000-0XXX");
  await submit.click();
  await expect.element(page.getByText(/No backups in this location yet/)).toBeVisible();
  expect(changes[0]?.body).toEqual({
    ...{ remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" },
    recovery_key: "2000-0000-0000-0XXX",
  });
});

function FileFacts({ name }: { readonly name: string }) {
  return <Facts facts={useOffsiteFacts(name)} />;
}

verifies("backups:console:proof", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const drill = { ...(example?.last_drill as NonNullable<OffsiteSchedule["last_drill"]>), ended_at: hoursAgo(50) };
  const sound: OffsiteSchedule = { ...inBlocks, last_backup: hoursAgo(1.2), last_drill: drill };
  const failed: OffsiteSchedule = {
    ...{ ...sound, id: "3", name: "Hourly", databases: ["Orders.fmp12"] },
    last_drill: { ...drill, state: "failed", reason: "Orders.fmp12 is damaged" },
  };
  answering({ [`GET ${at}/schedules`]: { schedules: [sound, failed] } });
  const page = await shown(
    <>
      <LastCopiesPanel link={({ name }) => name} actions={null} />
      <section aria-label="Contacts">
        <FileFacts name="contacts.fmp12" />
      </section>
      <section aria-label="Invoices">
        <FileFacts name="Invoices.fmp12" />
      </section>
    </>,
  );
  const textOf = (locator: Locator) => expect.poll(() => locator.element().textContent);
  await textOf(page.getByRole("listitem").nth(0)).toMatch(/Last copy: 1 hour ago.*Restore drill: Passed2 days ago/);
  await textOf(page.getByRole("listitem").nth(1)).toMatch(/Hourly.*Restore drill: Failed2 days ago/);
  const factsOf = (name: string) => textOf(page.getByRole("region", { name }));
  await factsOf("Contacts").toBe("Last offsite copy1 hour agoRestore drillPassed2 days ago");
  await factsOf("Invoices").toBe("Last offsite copyNone");
});

verifies("backups:console:proof", "a row for each database of a drill, and for each container folder", async () => {
  const good = example?.last_drill as NonNullable<OffsiteSchedule["last_drill"]>;
  const fault = "container2: Orders/list.csv was sent but is missing from the backup. And 1 more problems.";
  const drill: typeof good = {
    ...{ ...good, state: "failed", reason: fault },
    files: [
      { fileName: "Contacts.fmp12", fault: null, checked: true },
      { fileName: "Payroll.fmp12", fault: null, checked: false },
    ],
    containers: [
      { container: 1, files: 1_312, fault: null },
      { container: 2, files: 3, fault },
    ],
  };
  const page = await shown(
    <>
      <DrillPanel drill={drill} />
      <section aria-label="Cut short">
        <DrillPanel drill={{ ...drill, files: [], containers: [], reason: "The store does not answer" }} />
      </section>
    </>,
  );
  const rows = page.getByRole("table").getByRole("row");
  await expect
    .poll(() => rows.elements().map(({ children }) => Array.from(children, ({ textContent }) => textContent)))
    .toEqual([
      ["File", "Result"],
      ["Contacts.fmp12", "Identical and consistent"],
      ["Payroll.fmp12", "Identical. Consistency not checked because the file is encrypted"],
      ["External container folder 1", "1,312 files, all identical"],
      ["External container folder 2", fault],
    ]);
  await expect.element(rows.nth(4).getByText(fault)).toHaveClass(/text-bad/);
  const short = page.getByRole("region", { name: "Cut short" });
  await expect.element(short.getByText("The store does not answer")).toBeVisible();
});
