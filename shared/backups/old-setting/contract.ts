import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { backups } from "../contract.ts";
import { offsiteSchedules } from "../schedules/contract.ts";

const { endpoint, access_key_id, secret_access_key, region } = backups.createOffsiteRemote.input.shape;
const { bucket_name: bucketName } = offsiteSchedules.createOffsiteSchedule.input.shape;
const remotePath = z.string().max(400).describe("The folder in it. Left out, it is the bucket itself.");
const settingObject = () => "offsite-location:offsite";

/** Single location of older clients. Locations and schedules have replaced it. */
export const offsiteSetting = resource({
  readOffsiteSetting: {
    method: "GET",
    path: "/svc/api/settings/offsite",
    summary: "Read the one offsite location of older clients",
    description: "Deprecated: `GET /svc/api/settings/offsite/remotes` lists all of them, this one as `offsite`.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      type: z.literal("s3").nullable().describe("What it is. Null: there is none, and all the others are null too."),
      endpoint: z.string().nullable().describe("The store's address."),
      region: z.string().nullable().describe("The region that is used."),
      access_key_id: z.string().nullable().describe("The access key's id."),
      secret_access_key: z.null().describe("Always null: no answer shows it."),
      bucketName: z.string().nullable().describe("The bucket."),
      remotePath: z.string().nullable().describe("The folder in it."),
      isExistingSchedule: z.boolean().describe("Whether a schedule sends backups there."),
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
    summary: "Set the one offsite location of older clients",
    description:
      "Deprecated: it makes the location `offsite`, or changes it. With `setupBackupSchedule` FileMaker Server gets a schedule `Offsite` whose backups are sent there.",
    access: "admin",
    input: z.object({
      endpoint,
      region,
      access_key_id,
      secret_access_key,
      bucketName,
      remotePath: remotePath.default(""),
      setupBackupSchedule: z.boolean().default(false).describe("Whether backups are to be made for it, every day."),
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
    summary: "Delete the one offsite location of older clients",
    description:
      "Deprecated. Schedules that send backups there go with it; FileMaker Server's own stay, and so does what was sent.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.boolean().describe("Whether there was one."),
      message: z.string().describe("The same as a sentence."),
    }),
    changes: settingObject,
    errors: [],
    example: { output: { ok: true, message: "The offsite location was deleted" } },
  },
});
