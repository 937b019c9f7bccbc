import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";
import { offsitePlace } from "../schedules/contract.ts";

const RecoveryKey = z.object({
  id: z.string().describe("What it is called, on its sheet as in the bucket. It tells nothing of the key."),
  created_at: Timestamp.describe("When it was made."),
  created_by: z.string().describe("Who has made it."),
  confirmed_at: Timestamp.nullable().describe("When two of its groups were typed. Null: not yet."),
  confirmed_by: z.string().nullable().describe("Who that was."),
  confirm_groups: z
    .array(z.int().min(1).max(16))
    .describe("Which of its sixteen groups are to be typed to confirm it, counted from 1."),
  warning: z.string().nullable().describe("What an administrator should look after."),
});
const Shown = z.object({
  recovery_key: RecoveryKey.describe("What is known of it."),
  text: z.string().describe("The key: four lines of four groups. It is shown this once."),
  sheet: z.string().describe("A text to print, with the key, what it opens, and how that is restored without us."),
});
const Group = z.object({
  number: z.int().min(1).max(16).describe("Which group, counted from 1."),
  text: z.string().min(1).max(20).describe("Its four characters, in any case."),
});
const ScheduleName = z.string().trim().min(1).max(100);

const example = {
  id: "3b9f0c61d2a4e785",
  created_at: "2026-11-20T09:15:02.114Z",
  created_by: "account:admin",
  confirmed_at: "2026-11-20T09:18:40.003Z",
  confirmed_by: "account:admin",
  confirm_groups: [3, 14],
  warning: null,
};
const shownExample = {
  recovery_key: {
    ...example,
    confirmed_at: null,
    confirmed_by: null,
    warning: "Nobody has confirmed the recovery key: type two of its groups, so that it is known to be kept somewhere.",
  },
  text: "2000-0000-0000-0XXX\n0000-0000-0000-0XXX\n0000-0000-0000-0XXX\n0000-0000-0000-0XXX",
  sheet: "Latchkey recovery key 3b9f0c61d2a4e785 …",
};
const path = "/svc/api/settings/offsite/recovery-key";
const recoveryKey = () => "offsite-recovery-key";

/** Key that decrypts offsite backups in blocks without this service. */
export const offsiteRecovery = resource({
  readRecoveryKey: {
    method: "GET",
    path,
    summary: "Read about the recovery key",
    access: "admin",
    input: z.object({}),
    output: z.object({ recovery_key: RecoveryKey.nullable().describe("Null: there is none yet.") }),
    errors: [],
    example: { output: { recovery_key: example } },
  },
  createRecoveryKey: {
    method: "POST",
    path,
    summary: "Make the recovery key of offsite backups in blocks, or replace it",
    description:
      "With it and the bucket everything is restored, with the program `restore.mjs` and without this service. It is shown in this answer and never again: print it, and keep it in two places that are not this server. Then confirm it. A key that replaces another opens all backups that there are; in each bucket the one before opens nothing any more after the next run there, where Latchkey may delete. That helps nobody whose data key was stolen: for that there is a new data key.",
    access: "admin",
    input: z.object({
      replaces: z
        .string()
        .max(50)
        .optional()
        .describe("The id of the key that it replaces. Left out, one is made only where there is none."),
    }),
    output: Shown,
    holdsSecret: true,
    changes: recoveryKey,
    errors: ["recovery_key_exists"],
    example: { input: { replaces: "9c01f4a2e6b85d37" }, output: shownExample },
  },
  confirmRecoveryKey: {
    method: "POST",
    path: `${path}/confirm`,
    summary: "Confirm that the recovery key is kept",
    description: "By typing the groups that `confirm_groups` names. Until then backups run on, with a warning.",
    access: "admin",
    input: z.object({ groups: z.array(Group).min(2).max(16).describe("The groups, typed from the sheet.") }),
    output: z.object({ recovery_key: RecoveryKey.describe("What is known of it.") }),
    changes: recoveryKey,
    errors: ["recovery_key_not_found", "recovery_groups_wrong"],
    example: {
      input: {
        groups: [
          { number: 3, text: "9K2M" },
          { number: 14, text: "T4QX" },
        ],
      },
      output: { recovery_key: example },
    },
  },
  openOffsiteSets: {
    method: "POST",
    path: `${path}/open`,
    summary: "Open offsite backups in blocks by their recovery key",
    description:
      "For what another installation has sent, such as that of a machine that was lost: from then on its backups are listed and restored here as this service's own. Where there is no recovery key here yet, this one becomes it, and needs no other confirmation. Otherwise the sets are opened by the one that there is, too.",
    access: "admin",
    input: z.object({
      ...offsitePlace,
      recovery_key: z
        .string()
        .min(1)
        .max(500)
        .describe(
          "The key, typed from its sheet: four lines of four groups, in any case and with any hyphens. A secret.",
        ),
    }),
    output: z.object({
      opened_sets: z
        .array(z.string())
        .describe("The sets that it opens, by the names of their folders below `blocks`."),
      recovery_key: RecoveryKey.describe("What is known of the key of this service."),
    }),
    holdsSecret: true,
    changes: recoveryKey,
    errors: [
      "offsite_location_not_found",
      "offsite_call_refused",
      "offsite_store_away",
      "offsite_backup_unreadable",
      "offsite_sets_closed",
      "recovery_key_exists",
      "recovery_key_mistyped",
    ],
    example: {
      input: {
        ...{ remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" },
        recovery_key: shownExample.text,
      },
      output: { opened_sets: ["9d1c4e0b7a5f4c2388e06b1f2ad93c77"], recovery_key: example },
    },
  },
  renewOffsiteDataKey: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules/{name}/data-key",
    summary: "Seal the next backups of a schedule under a new key",
    description:
      "After a theft. What is sent from the next run on is sealed under it. What lies there already stays readable with the keys before, until it is pruned.",
    access: "admin",
    role: "administrator",
    input: z.object({ name: ScheduleName.describe("The schedule, whose layout is `blocks`.") }),
    output: z.object({ ok: z.literal(true).describe("It is done.") }),
    changes: ({ name }: { readonly name: string }) => `offsite-schedule:${name}`,
    errors: ["offsite_schedule_not_found", "recovery_key_not_found", "offsite_layout_differs"],
    example: { input: { name: "Daily" }, output: { ok: true } },
  },
});
