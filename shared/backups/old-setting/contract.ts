import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { backups } from "../contract.ts";
import { offsiteSchedules } from "../schedules/contract.ts";

const { endpoint, access_key_id, secret_access_key, region } = backups.createOffsiteRemote.input.shape;
const { bucket_name: bucketName } = offsiteSchedules.createOffsiteSchedule.input.shape;
const remotePath = z.string().max(400).describe("Folder in the bucket. Default: the root of the bucket.");
const settingObject = () => "offsite-location:offsite";

/** Single location of older clients. Locations and schedules have replaced it. */
export const offsiteSetting = resource({
  readOffsiteSetting: {
    method: "GET",
    path: "/svc/api/settings/offsite",
    summary: "Get the single offsite location of older clients",
    description: "Deprecated. Use `GET /svc/api/settings/offsite/remotes`, which lists this location as `offsite`.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      type: z
        .literal("s3")
        .nullable()
        .describe("Type of the location. Null if there is none; the other fields are null too."),
      endpoint: z.string().nullable().describe("Endpoint of the store."),
      region: z.string().nullable().describe("Region in use."),
      access_key_id: z.string().nullable().describe("Access key ID."),
      secret_access_key: z.null().describe("Always null; the secret is never returned."),
      bucketName: z.string().nullable().describe("Bucket name."),
      remotePath: z.string().nullable().describe("Folder in the bucket."),
      isExistingSchedule: z.boolean().describe("True if a schedule sends backups to it."),
    }),
    errors: [],
    example: {
      output: {
        type: "s3",
        endpoint: "s3.eu-central-1.amazonaws.com",
        region: "eu-central-1",
        access_key_id: "AKIAIOSFODNN7EXAMPLE",
        secret_access_key: null,
        bucketName: "fm-backups",
        remotePath: "production",
        isExistingSchedule: true,
      },
    },
  },
  changeOffsiteSetting: {
    method: "POST",
    path: "/svc/api/settings/offsite",
    summary: "Set the single offsite location of older clients",
    description:
      "Deprecated. Creates or updates the location `offsite`. With `setupBackupSchedule`, also creates the FileMaker Server schedule `Offsite` and sends its backups there.",
    access: "admin",
    input: z.object({
      endpoint,
      region,
      access_key_id,
      secret_access_key,
      bucketName,
      remotePath: remotePath.default(""),
      setupBackupSchedule: z.boolean().default(false).describe("Creates a daily backup schedule for it."),
    }),
    output: z.object({}),
    changes: settingObject,
    errors: [
      ...backups.createOffsiteRemote.errors,
      ...offsiteSchedules.createOffsiteSchedule.errors.filter(
        (name) => !(backups.createOffsiteRemote.errors as readonly string[]).includes(name),
      ),
    ],
    example: {
      input: {
        endpoint: "s3.eu-central-1.amazonaws.com",
        access_key_id: "AKIAIOSFODNN7EXAMPLE",
        secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        bucketName: "fm-backups",
        remotePath: "production",
      },
      output: {},
    },
  },
  deleteOffsiteSetting: {
    method: "DELETE",
    path: "/svc/api/settings/offsite",
    summary: "Delete the single offsite location of older clients",
    description:
      "Deprecated. Also deletes the offsite schedules that use it. FileMaker Server's own schedules and the backups in the store stay.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.boolean().describe("True if the location existed."),
      message: z.string().describe("The result as a sentence."),
    }),
    changes: settingObject,
    errors: [],
    example: { output: { ok: true, message: "Offsite location deleted" } },
  },
});
