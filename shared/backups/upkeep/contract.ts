import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { ProcessState } from "#shared/processes/contract.ts";

/** Retention of snapshots. */
export const Retention = z.object({
  all_days: z.int().min(1).max(3_650).describe("Number of days for which all snapshots are kept."),
  daily_days: z
    .int()
    .min(0)
    .max(3_650)
    .default(0)
    .describe("Number of days for which the last snapshot of each day (UTC) is kept. Default: 0."),
  monthly_months: z
    .int()
    .min(0)
    .max(1_200)
    .default(0)
    .describe("Number of months for which the last snapshot of each month is kept. Default: 0."),
  repack_below_percent: z
    .int()
    .min(0)
    .max(90)
    .default(25)
    .describe(
      "Packs are rewritten if less than this percentage of their data is needed. 0 turns this off. Default: 25.",
    ),
  billed_days: z
    .int()
    .min(0)
    .max(3_650)
    .default(0)
    .describe(
      "Minimum number of days for which the store bills an object. Younger objects are neither deleted nor rewritten. Default: 0.",
    ),
});
export type Retention = z.output<typeof Retention>;
export const retention = Retention.nullable().describe(
  "Retention of snapshots with the layout `blocks`. Older snapshots are deleted; data that no snapshot needs is deleted two days later. Null keeps all snapshots.",
);

const UpkeepWork = z.enum(["prune", "verify", "repair"]);
export type UpkeepWork = z.infer<typeof UpkeepWork>;
const work = z
  .array(UpkeepWork)
  .min(1)
  .max(20)
  .describe(
    "`prune`: deletes old snapshots and unused data. `verify`: reads and compares data. `repair`: finds lost data elsewhere and restores it.",
  );

/** Upkeep of a set. */
export const OffsiteUpkeep = z.object({
  process_id: Id.describe("ID of the process."),
  work,
  started_at: Timestamp.describe("Time when it was accepted."),
  ended_at: Timestamp.nullable().describe("End time; null while it is running."),
  state: ProcessState.nullable().describe("Final state; null while it is running."),
  reason: z.string().nullable().describe("Reason for a failure."),
  deleted_snapshots: z.int().nullable().describe("Number of deleted snapshots. Null without `prune`."),
  deleted_bytes: z.int().nullable().describe("Size of the deleted unused packs, in bytes. Null without `prune`."),
  read_bytes: z.int().nullable().describe("Size of the verified packs, in bytes. Null without `verify`."),
  repaired_contents: z.int().nullable().describe("Number of lost parts of files that were found elsewhere."),
});
export type OffsiteUpkeep = z.output<typeof OffsiteUpkeep>;

/** Lost parts of a set. */
export const OffsiteDamage = z.object({
  found_at: Timestamp.describe("Time when it was first found."),
  objects: z.array(z.string()).describe("Snapshots and lists of moved data that are missing or unreadable."),
  packs: z.array(z.string()).describe("Packs in use that are damaged or missing."),
  file_count: z.int().describe("Number of files in snapshots that can't be restored completely."),
  files: z
    .array(
      z.object({
        snapshot: z.string().describe("Name of the snapshot."),
        number: z.int().describe("Number of the snapshot in its set."),
        path: z.string().describe("Path of the file in the snapshot."),
      }),
    )
    .describe("The first of these files."),
});
export type OffsiteDamage = z.output<typeof OffsiteDamage>;

const name = z.string().min(1).max(255).describe("Name of the schedule in FileMaker Server.");

export const offsiteUpkeep = resource({
  tendOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules/{name}/upkeep",
    summary: "Prune, verify or repair encrypted offsite backups",
    description:
      "Maintenance also runs automatically every day: it deletes data that is past its retention, verifies all data within 30 days, and lets later backups repair damage. This request runs it now.",
    access: "admin",
    input: z.object({
      name,
      work: work.default(["verify"]),
      extent: z
        .enum(["structure", "share", "all"])
        .default("share")
        .describe(
          "Extent of `verify`. `structure`: checks that everything that snapshots need exists. `share`: also reads the packs that are due. `all`: reads every pack.",
        ),
    }),
    output: z.object({ processId: Id.describe("ID of the process.") }),
    status: () => 202,
    changes: ({ name: schedule }: { readonly name: string }) => `offsite-schedule:${schedule}`,
    errors: [
      "offsite_schedule_not_found",
      "offsite_schedule_running",
      "offsite_layout_differs",
      "offsite_upkeep_nothing",
      "offsite_prune_not_allowed",
      "offsite_location_not_found",
    ],
    example: { input: { name: "Daily", work: ["verify", "prune"], extent: "share" }, output: { processId: 44 } },
  },
});
