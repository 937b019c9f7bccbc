import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { ProcessState } from "#shared/processes/contract.ts";

/** Retention of snapshots. */
export const Retention = z.object({
  all_days: z.int().min(1).max(3_650).describe("For how many days all snapshots are kept."),
  daily_days: z
    .int()
    .min(0)
    .max(3_650)
    .default(0)
    .describe("For how many days the last snapshot of each day is kept, by UTC."),
  monthly_months: z
    .int()
    .min(0)
    .max(1_200)
    .default(0)
    .describe("For how many months the last snapshot of each month is kept."),
  repack_below_percent: z
    .int()
    .min(0)
    .max(90)
    .default(25)
    .describe("Packs are written anew when less of them is needed than this. 0: none are."),
  billed_days: z
    .int()
    .min(0)
    .max(3_650)
    .default(0)
    .describe(
      "For how many days the store bills an object at least. A younger one is neither deleted nor written anew.",
    ),
});
export type Retention = z.output<typeof Retention>;
export const retention = Retention.nullable().describe(
  "Of the layout `blocks`: which snapshots are kept. Older ones are deleted, and two days later what nothing needs any more. Null: all are kept.",
);

const UpkeepWork = z.enum(["prune", "verify", "repair"]);
export type UpkeepWork = z.infer<typeof UpkeepWork>;
const work = z
  .array(UpkeepWork)
  .min(1)
  .max(20)
  .describe(
    "`prune`: deletes what is not to be kept. `verify`: reads and compares. `repair`: looks for what is lost, and has it taken from where it was found.",
  );

/** Upkeep of a set. */
export const OffsiteUpkeep = z.object({
  process_id: Id.describe("The process that does the work."),
  work,
  started_at: Timestamp.describe("When it was accepted."),
  ended_at: Timestamp.nullable().describe("When it ended. Null: it has not."),
  state: ProcessState.nullable().describe("How it has ended. Null: it has not."),
  reason: z.string().nullable().describe("What was wrong, where something was."),
  deleted_snapshots: z.int().nullable().describe("How many snapshots were deleted. Null: none were to be."),
  deleted_bytes: z.int().nullable().describe("How many bytes of packs that nothing needed any more."),
  read_bytes: z.int().nullable().describe("How many bytes of packs were read and compared. Null: none were to be."),
  repaired_contents: z.int().nullable().describe("How many pieces of files that were lost were found elsewhere."),
});
export type OffsiteUpkeep = z.output<typeof OffsiteUpkeep>;

/** Lost parts of a set. */
export const OffsiteDamage = z.object({
  found_at: Timestamp.describe("When it was found first."),
  objects: z.array(z.string()).describe("Snapshots that cannot be read or are missing, and what says what has moved."),
  packs: z.array(z.string()).describe("Packs that were altered or are lost, as far as anything needs them."),
  file_count: z.int().describe("How many files of snapshots do not come back whole."),
  files: z
    .array(
      z.object({
        snapshot: z.string().describe("The snapshot."),
        number: z.int().describe("Which one of its set it is."),
        path: z.string().describe("The file, as the snapshot names it."),
      }),
    )
    .describe("The first of them."),
});
export type OffsiteDamage = z.output<typeof OffsiteDamage>;

const name = z.string().min(1).max(255).describe("The schedule's name in FileMaker Server.");

export const offsiteUpkeep = resource({
  tendOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules/{name}/upkeep",
    summary: "Prune, verify or repair offsite backups in blocks",
    description:
      "This is done every day by itself, too: what is not to be kept is deleted, as much is read that everything is within thirty days, and after damage was found the backups that follow mend it. A work that is asked for runs at once.",
    access: "admin",
    input: z.object({
      name,
      work: work.default(["verify"]),
      extent: z
        .enum(["structure", "share", "all"])
        .default("share")
        .describe(
          "Of `verify`. `structure`: looked is whether everything is there that snapshots need. `share`: besides, as many packs are read as are due. `all`: every pack is.",
        ),
    }),
    output: z.object({ processId: Id.describe("The process that does the work, to follow it by.") }),
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
