import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";
import { offsitePlace } from "../schedules/contract.ts";

const RecoveryKey = z.object({
  id: z.string().describe("ID of the key, on its sheet and in the bucket. It doesn't reveal the key."),
  created_at: Timestamp.describe("Creation time."),
  created_by: z.string().describe("Creator."),
  confirmed_at: Timestamp.nullable().describe("Confirmation time; null if it isn't confirmed yet."),
  confirmed_by: z.string().nullable().describe("User who confirmed it."),
  confirm_groups: z
    .array(z.int().min(1).max(16))
    .describe("Numbers of the groups to enter for confirmation, from 1 to 16."),
  warning: z.string().nullable().describe("Warning for administrators; null if there is none."),
});
const Shown = z.object({
  recovery_key: RecoveryKey.describe("Metadata of the key."),
  text: z.string().describe("The key, as four lines of four groups. Shown only once."),
  sheet: z
    .string()
    .describe("Printable sheet with the key, the locations it opens, and instructions for restoring without Latchkey."),
});
const Group = z.object({
  number: z.int().min(1).max(16).describe("Number of the group, from 1."),
  text: z.string().min(1).max(20).describe("The four characters of the group; not case-sensitive."),
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
    warning: "The recovery key isn't confirmed. Enter two of its groups to confirm that you have the sheet.",
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
    summary: "Get the recovery key's metadata",
    access: "admin",
    input: z.object({}),
    output: z.object({ recovery_key: RecoveryKey.nullable().describe("Null if there is no recovery key yet.") }),
    errors: [],
    example: { output: { recovery_key: example } },
  },
  createRecoveryKey: {
    method: "POST",
    path,
    summary: "Create or replace the recovery key of encrypted backups",
    description:
      "With this key and the bucket, the program `restore.mjs` restores all backups without Latchkey. The key is only shown in this response. Print it, keep it in two places other than this server, then confirm it. A new key opens all existing backups. The previous key stops working in a bucket after the next run there, if Latchkey can delete objects. If a data key was stolen, replacing the recovery key doesn't help; create a new data key instead.",
    access: "admin",
    input: z.object({
      replaces: z
        .string()
        .max(50)
        .optional()
        .describe("ID of the key to replace. If omitted, a key is created only if there is none."),
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
    summary: "Confirm the recovery key",
    description:
      "Enter the groups that `confirm_groups` names. Until the key is confirmed, backups run with a warning.",
    access: "admin",
    input: z.object({ groups: z.array(Group).min(2).max(16).describe("The groups from the sheet.") }),
    output: z.object({ recovery_key: RecoveryKey.describe("Metadata of the key.") }),
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
    summary: "Open encrypted backups with their recovery key",
    description:
      "Opens backups that another installation sent, such as one on a lost machine. Afterwards they are listed and restored like this service's own. If this service has no recovery key yet, this one becomes its confirmed recovery key. Otherwise, the current recovery key opens these sets too.",
    access: "admin",
    input: z.object({
      ...offsitePlace,
      recovery_key: z
        .string()
        .min(1)
        .max(500)
        .describe(
          "The recovery key from its sheet, as four lines of four groups. Case and hyphens don't matter. It is a secret.",
        ),
    }),
    output: z.object({
      opened_sets: z.array(z.string()).describe("The sets that it opens, by their folder names below `blocks`."),
      recovery_key: RecoveryKey.describe("Metadata of this service's recovery key."),
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
    summary: "Create a new data key for a schedule",
    description:
      "Use this after a data key was stolen. Backups are encrypted with the new key from the next run on. Existing backups stay readable with the previous keys until they are pruned.",
    access: "admin",
    role: "administrator",
    input: z.object({ name: ScheduleName.describe("Name of the schedule. Its layout must be `blocks`.") }),
    output: z.object({ ok: z.literal(true).describe("Always true.") }),
    changes: ({ name }: { readonly name: string }) => `offsite-schedule:${name}`,
    errors: ["offsite_schedule_not_found", "recovery_key_not_found", "offsite_layout_differs"],
    example: { input: { name: "Daily" }, output: { ok: true } },
  },
});
