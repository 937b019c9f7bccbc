import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, vi } from "vitest";
import { userEvent } from "vitest/browser";
import LocationDialog from "../../../console/src/features/backups/locations/location-dialog.tsx";
import { LocationsPanel } from "../../../console/src/features/backups/locations/locations-panel.tsx";
import OffsiteScheduleDialog from "../../../console/src/features/backups/offsite-schedule-dialog.tsx";
import { OffsiteSchedulePage } from "../../../console/src/features/backups/offsite-schedule-page.tsx";
import { OffsiteSchedulesPanel } from "../../../console/src/features/backups/offsite-schedules-panel.tsx";
import { RecoveryKeyPanel } from "../../../console/src/features/backups/recovery/recovery-key-panel.tsx";
import RestoreDialog from "../../../console/src/features/backups/restore/restore-dialog.tsx";
import { UndoContainers } from "../../../console/src/features/backups/restore/undo-containers.tsx";
import { backups } from "../../../shared/backups/contract.ts";
import { offsiteRecovery } from "../../../shared/backups/recovery/contract.ts";
import { offsiteRestores } from "../../../shared/backups/restores/contract.ts";
import { type OffsiteSchedule, offsiteSchedules } from "../../../shared/backups/schedules/contract.ts";
import { signIns } from "../../../shared/sessions/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const at = "/svc/api/settings/offsite";
const remotes = backups.listOffsiteRemotes.example.output;
const location = { ...remotes.remotes["aws-frankfurt"], id: "aws-frankfurt" };
const { schedules } = offsiteSchedules.listOffsiteSchedules.example.output;
const run = offsiteSchedules.listOffsiteRuns.example.output.runs[0];
const closed = vi.fn();
const restoring = { making: () => null, onRestoring: vi.fn() };

verifies(
  "backups:console:locations",
  "missing permissions are shown in the store's words, and a secret is replaced",
  async () => {
    const remark = "Can't put objects: Access Denied";
    const check = { ...location.check, rights: { ...location.check.rights, put: "no" }, remarks: [remark] };
    const changes = answering({
      [`GET ${at}/remotes`]: { remotes: { "aws-frankfurt": { ...location, check } } },
      [`PATCH ${at}/remotes/aws-frankfurt`]: backups.updateOffsiteRemote.example.output,
    });
    const browse = vi.fn();
    const page = await shown(<LocationsPanel onBrowse={browse} />);
    await expect.element(page.getByText(remark)).toBeVisible();
    await expect.element(page.getByText("Missing permissions")).toBeVisible();
    const actions = page.getByRole("button", { name: "Actions for AWS Frankfurt" });
    await actions.click();
    await page.getByRole("menuitem", { name: "Open in File Browser" }).click();
    expect(browse).toHaveBeenCalledWith("offsite/aws-frankfurt");
    await actions.click();
    await page.getByRole("menuitem", { name: "Replace secret…" }).click();
    await page.getByRole("button", { name: "Test and save" }).click();
    await expect.element(page.getByText("Enter the secret.")).toBeVisible();
    await page.getByLabelText("Secret access key").fill("canary-of-a-store");
    await page.getByRole("button", { name: "Test and save" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(changes).toEqual([
      { call: `PATCH ${at}/remotes/aws-frankfurt`, body: { secret_access_key: "canary-of-a-store" } },
    ]);
  },
);

verifies("backups:console:locations", "the secret is requested again only if the account changes", async () => {
  const changes = answering({ [`PATCH ${at}/remotes/aws-frankfurt`]: backups.updateOffsiteRemote.example.output });
  const page = await shown(<LocationDialog before={location} onClose={closed} />);
  const save = page.getByRole("button", { name: "Test and save" });
  await expect.element(page.getByLabelText("Secret access key")).not.toBeInTheDocument();
  await page.getByLabelText("Access key ID").fill("AKIDOTHER");
  await save.click();
  await expect.element(page.getByText("Enter the secret.")).toBeVisible();
  expect(changes).toEqual([]);
  await page.getByLabelText("Secret access key").fill("canary-of-a-store");
  await page.getByLabelText("Test folder").fill("elsewhere");
  await save.click();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  const place = { bucket_name: "fm-backups", remote_path: "elsewhere" };
  const account = { access_key_id: "AKIDOTHER", secret_access_key: "canary-of-a-store" };
  expect(changes[0]?.body).toEqual({ endpoint: location.endpoint, addressing: "auto", ...account, ...place });
});

verifies(
  "backups:console:schedules",
  "a schedule is linked to one of FileMaker Server's, with a bucket from the list",
  async () => {
    const changes = answering({
      "GET /svc/api/schedules/filemaker": {
        schedules: [
          { name: "Daily", kind: "backup" },
          { name: "Greet", kind: "message" },
        ],
      },
      [`GET ${at}/remotes`]: remotes,
      [`GET ${at}/remotes/aws-frankfurt/buckets`]: backups.listOffsiteBuckets.example.output,
      [`GET ${at}/recovery-key`]: offsiteRecovery.readRecoveryKey.example.output,
      [`POST ${at}/schedules`]: { ok: true },
    });
    const page = await shown(<OffsiteScheduleDialog onClose={closed} />);
    const add = page.getByRole("button", { name: "Add schedule" });
    await add.click();
    await expect.element(page.getByText("Enter a name.")).toBeVisible();
    await expect.element(page.getByText("Choose a location.")).toBeVisible();
    await page.getByLabelText("FileMaker Server schedule").selectOptions("Daily");
    await page.getByLabelText("Location").selectOptions("AWS Frankfurt");
    await page.getByRole("combobox", { name: "Bucket" }).selectOptions("fm-backups");
    await page.getByLabelText("Folder").fill("production");
    // Backups sent in encrypted blocks aren't zipped.
    await expect.element(page.getByRole("radio", { name: /Encrypted blocks/ })).toBeChecked();
    await expect.element(page.getByRole("switch", { name: "Send each file as a zip" })).not.toBeInTheDocument();
    await page.getByRole("radio", { name: /^Plain files/ }).click();
    await page.getByRole("switch", { name: "Send each file as a zip" }).click();
    await add.click();
    await expect.poll(() => changes.length).toBe(1);
    expect(changes[0]?.body).toMatchObject({
      ...{ name: "Daily", useExistingSchedule: true, zip_files: true, layout: "files" },
      ...{ remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" },
      ...{ include_external_container_data_1: false, container_data_1_remote: null },
    });
  },
);

verifies(
  "backups:console:recovery-key",
  "the key is created with the first block backup schedule, and shown once",
  async () => {
    const calls = {
      "GET /svc/api/schedules/filemaker": { schedules: [{ name: "Daily", kind: "backup" }] },
      [`GET ${at}/schedules`]: { schedules: [] },
      [`GET ${at}/remotes`]: remotes,
      [`GET ${at}/remotes/aws-frankfurt/buckets`]: backups.listOffsiteBuckets.example.output,
      [`GET ${at}/recovery-key`]: { recovery_key: null },
      [`POST ${at}/recovery-key`]: offsiteRecovery.createRecoveryKey.example.output,
      [`POST ${at}/schedules`]: { ok: true },
    };
    const changes = answering(calls);
    const print = vi.fn();
    const page = await shown(
      <OffsiteSchedulesPanel nameLink={({ name }) => name} onBrowse={vi.fn()} onRun={vi.fn()} restoring={restoring} />,
    );
    await page.getByRole("button", { name: "Add schedule…" }).click();
    await page.getByLabelText("FileMaker Server schedule").selectOptions("Daily");
    await page.getByLabelText("Location").selectOptions("AWS Frankfurt");
    await page.getByRole("combobox", { name: "Bucket" }).selectOptions("fm-backups");
    await page.getByLabelText("Folder").fill("production");
    await expect.element(page.getByText(/There is no recovery key yet/)).toBeVisible();
    await page.getByRole("button", { name: "Add schedule", exact: true }).click();
    await expect.element(page.getByText(/^2000-0000-0000-0XXX/)).toBeVisible();
    expect(changes.map(({ call }) => call)).toEqual([`POST ${at}/recovery-key`, `POST ${at}/schedules`]);
    expect(changes[1]?.body).toMatchObject({ name: "Daily", layout: "blocks", zip_files: false });
    // The key hasn't been saved yet: leaving asks for confirmation once.
    await page.getByRole("button", { name: "Done" }).click();
    await expect.element(page.getByText("Leave without the recovery key?")).toBeVisible();
    await page.getByRole("button", { name: "Stay" }).click();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(print);
    await page.getByRole("button", { name: "Save sheet" }).click();
    expect(print).toHaveBeenCalledOnce();
    await page.getByRole("button", { name: "Done" }).click();
    await expect.element(page.getByText(/^2000-0000-0000-0XXX/)).not.toBeInTheDocument();
  },
);

verifies("backups:console:recovery-key", "an operator waits for an administrator to create it", async () => {
  const changes = answering({
    "GET /svc/api/schedules/filemaker": { schedules: [] },
    [`GET ${at}/remotes`]: remotes,
    [`GET ${at}/recovery-key`]: { recovery_key: null },
  });
  const { caller, session } = signIns.getSession.example.output;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["GET /svc/api/session", {}], { caller: { ...caller, role: "operator" }, session });
  const page = await shown(<OffsiteScheduleDialog onClose={closed} />, queryClient);
  await expect.element(page.getByText(/Ask an administrator to create it/)).toBeVisible();
  const submit = page.getByRole("button", { name: "Add schedule", exact: true });
  await expect.element(submit).toBeDisabled();
  await page.getByRole("radio", { name: /^Plain files/ }).click();
  await expect.element(submit).toBeEnabled();
  expect(changes).toEqual([]);
});

verifies(
  "backups:console:recovery-key",
  "the key's groups are typed for confirmation, and can't be pasted",
  async () => {
    const example = offsiteRecovery.createRecoveryKey.example.output.recovery_key;
    const changes = answering({
      [`GET ${at}/recovery-key`]: { recovery_key: example },
      [`POST ${at}/recovery-key/confirm`]: offsiteRecovery.confirmRecoveryKey.example.output,
    });
    const page = await shown(<RecoveryKeyPanel onMade={vi.fn()} />);
    await expect.element(page.getByText(/The recovery key isn't confirmed/)).toBeVisible();
    await page.getByRole("button", { name: "Confirm…" }).click();
    const group = page.getByLabelText("Group 3");
    await expect.element(group).toBeVisible();
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    group.element().dispatchEvent(paste);
    expect(paste.defaultPrevented).toBe(true);
    await group.fill("9k2m");
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect.element(page.getByText("Enter the group.")).toBeVisible();
    await page.getByLabelText("Group 14").fill("t4qx");
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect.poll(() => changes).toHaveLength(1);
    expect(changes[0]?.body).toEqual({
      groups: [
        { number: 3, text: "9k2m" },
        { number: 14, text: "t4qx" },
      ],
    });
  },
);

verifies("backups:console:schedules", "an overdue one says so, and can be run now", async () => {
  const warning = "FileMaker Server's backup hasn't arrived in the offsite location.";
  const changes = answering({
    [`GET ${at}/schedules`]: { schedules: [{ ...schedules[0], state: "overdue", warnings: [warning] }] },
    [`GET ${at}/recovery-key`]: { recovery_key: null },
    [`GET ${at}/schedules/Daily/runs`]: { runs: [{ ...run, process_id: 43, state: "failed" }, run], cursor: null },
    [`POST ${at}/schedules/Daily/run`]: { processId: 44 },
  });
  const led = vi.fn();
  const page = await shown(
    <OffsiteSchedulesPanel nameLink={({ name }) => name} onBrowse={vi.fn()} onRun={led} restoring={restoring} />,
  );
  await expect.element(page.getByText("Overdue")).toBeVisible();
  await expect.element(page.getByText(warning)).toBeVisible();
  await expect.element(page.getByRole("listbox", { name: "Daily: 1 sent, 1 not sent" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Daily" }).click();
  await page.getByRole("menuitem", { name: "Back up now" }).click();
  await expect.poll(() => led.mock.calls).toEqual([[44]]);
  expect(changes.map(({ call }) => call)).toEqual([`POST ${at}/schedules/Daily/run`]);
});

verifies("backups:console:strip", async () => {
  const reason = "The location did not answer.";
  answering({
    [`GET ${at}/schedules`]: { schedules },
    [`GET ${at}/recovery-key`]: { recovery_key: null },
    [`GET ${at}/schedules/Daily/runs`]: {
      runs: [
        { ...run, process_id: 43, state: null },
        { ...run, process_id: 42, state: "failed", reason },
        { ...run, process_id: 41 },
      ],
      cursor: null,
    },
  });
  const led = vi.fn();
  const page = await shown(
    <OffsiteSchedulesPanel nameLink={({ name }) => name} onBrowse={vi.fn()} onRun={led} restoring={restoring} />,
  );
  const strip = page.getByRole("listbox", { name: "Daily: 1 sent, 1 not sent" });
  await expect.element(strip).toBeVisible();
  const current = () =>
    strip.element().ownerDocument.getElementById(strip.element().getAttribute("aria-activedescendant") ?? "");
  (strip.element() as SVGElement).focus();
  await expect.poll(() => current()?.textContent).toMatch(/: Running$/);
  for (const [keys, text] of [
    ["{ArrowRight}", /: Running$/],
    ["{ArrowLeft}", /: Failed: The location did not answer\.$/],
    ["{Home}", /: Done$/],
    ["{ArrowLeft}", /: Done$/],
    ["{End}{ArrowLeft}", /: Failed: /],
  ] as const) {
    await userEvent.keyboard(keys);
    await expect.poll(() => current()?.textContent, keys).toMatch(text);
    expect(current()?.getAttribute("aria-selected")).toBe("true");
  }
  // Users with read access see it, too.
  await expect.element(page.getByText(/: Failed: The location did not answer\.$/).last()).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("option", { name: /: Done$/ }).click();
  expect(led.mock.calls).toEqual([[42], [41]]);
});

verifies("backups:console:schedules", "runs have charts of their sizes and durations", async () => {
  const other = { ...run, process_id: 41, backup: "Daily_2026-11-18_2300", bytes: 4_060_167_168 };
  answering({
    [`GET ${at}/schedules`]: { schedules },
    [`GET ${at}/schedules/Daily/runs`]: { runs: [run, other], cursor: null },
  });
  const led = vi.fn();
  const page = await shown(
    <OffsiteSchedulePage
      name="Daily"
      above={null}
      restoring={restoring}
      mark={(state) => state}
      runLink={(_, title) => title}
      onRun={led}
    />,
  );
  const sizes = page.getByRole("listbox", { name: "Size of the latest 2 backups, and how much of each was sent" });
  await expect.element(sizes).toBeVisible();
  const heights = [...sizes.element().querySelectorAll("g > rect:first-of-type")].map((bar) =>
    bar.getAttribute("height"),
  );
  expect(heights).toEqual(["20", "40"]);
  await expect.element(page.getByRole("listbox", { name: "Duration of the latest 2 runs" })).toBeVisible();
  await sizes.getByRole("option", { name: /^Daily_2026-11-18_2300: / }).click();
  expect(led.mock.calls).toEqual([[41]]);
  await expect.element(page.getByText("Task 42")).toBeVisible();
  // Results of the newest restore drill, file by file.
  await expect.element(page.getByText("Identical and consistent")).toBeVisible();
});

verifies(
  "backups:console:restore",
  "files and target are chosen, and restoring under another name requires one",
  async () => {
    const changes = answering({
      [`GET ${at}/backups`]: offsiteRestores.listOffsiteBackups.example.output,
      [`GET ${at}/backups/files`]: offsiteRestores.listOffsiteBackupFiles.example.output,
      [`POST ${at}/restores`]: offsiteRestores.restoreOffsiteFiles.example.output,
    });
    const onRestoring = vi.fn();
    const page = await shown(
      <RestoreDialog
        schedule={schedules[0] as OffsiteSchedule}
        making={() => null}
        onRestoring={onRestoring}
        onClose={closed}
      />,
    );
    await expect.element(page.getByText(/^SHA-256 9f86d081/)).toBeVisible();
    // A snapshot is named by its time, in the reader's time zone.
    await expect.element(page.getByRole("option", { name: /encrypted blocks$/ })).toBeInTheDocument();
    await page.getByLabelText("Backup").selectOptions("2026-11-19 23:00 · Daily_2026-11-19_2300");
    const submit = page.getByRole("button", { name: "Restore" });
    await submit.click();
    await expect.element(page.getByText("Choose a file.")).toBeVisible();
    await page.getByRole("checkbox", { name: /^Contacts\.fmp12/ }).click();
    await page.getByRole("radio", { name: /^New name/ }).click();
    await submit.click();
    await expect.element(page.getByText("Enter another name.")).toBeVisible();
    expect(changes).toEqual([]);
    await page.getByLabelText("New name of Contacts.fmp12").fill("Contacts of Friday");
    await submit.click();
    await expect.poll(() => onRestoring.mock.calls).toEqual([[{ processId: 42, deploymentId: 7 }]]);
    expect(changes[0]?.body).toEqual({
      ...{ remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" },
      ...{ backup: "Daily_2026-11-19_2300", to: "here", containers: true },
      files: [{ fileName: "Contacts.fmp12", targetName: "Contacts of Friday" }],
    });
  },
);

verifies(
  "backups:console:restore",
  "external container folders are restored too, from their own location",
  async () => {
    const { example } = offsiteRestores.restoreOffsiteContainers;
    const changes = answering({
      [`GET ${at}/backups`]: offsiteRestores.listOffsiteBackups.example.output,
      [`GET ${at}/backups/files`]: offsiteRestores.listOffsiteBackupFiles.example.output,
      [`POST ${at}/restores/containers`]: example.output,
    });
    const elsewhere = {
      ...{ include_external_container_data_2: true, container_data_2_different_remote: true },
      ...{ container_data_2_remote: "cellar", container_data_2_bucket: "photos", container_data_2_remote_path: "all" },
    };
    const both = { ...(schedules[0] as OffsiteSchedule), include_external_container_data_1: true, ...elsewhere };
    const onRestoring = vi.fn();
    const page = await shown(
      <RestoreDialog schedule={both} making={() => null} onRestoring={onRestoring} onClose={closed} />,
    );
    await page.getByLabelText("Backup").selectOptions("2026-11-19 23:00 · Daily_2026-11-19_2300");
    await page.getByRole("radio", { name: /^Download/ }).click();
    await expect.element(page.getByRole("switch", { name: /external container/ })).not.toBeInTheDocument();
    await page.getByRole("radio", { name: /^Folder/ }).click();
    for (const number of [1, 2])
      await page.getByRole("switch", { name: `Include external container folder ${number}` }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => onRestoring.mock.calls).toEqual([[{ processId: 43, deploymentId: null }]]);
    expect(changes.map(({ body }) => body)).toEqual([
      {
        remote_name: "aws-frankfurt",
        bucket_name: "fm-backups",
        remote_path: "production",
        container: 1,
        to: "folder",
      },
      { remote_name: "cellar", bucket_name: "photos", remote_path: "all", container: 2, to: "folder" },
    ]);
  },
);

verifies(
  "backups:console:restore",
  "the restore of a container folder is undone from its run, after a confirmation",
  async () => {
    const changes = answering({
      [`POST ${at}/restores/containers/undo`]: offsiteRestores.undoOffsiteContainers.example.output,
    });
    const onStarted = vi.fn();
    const run = await shown(<UndoContainers processId={43} onStarted={onStarted} />);
    await run.getByRole("button", { name: "Undo…" }).click();
    await expect.element(run.getByText(/Files written since then stay/)).toBeVisible();
    expect(changes).toEqual([]);
    await run.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(() => onStarted.mock.calls).toEqual([[44]]);
    expect(changes[0]?.body).toEqual({ processId: 43 });
  },
);
