import { timestamp } from "#shared/contract/scalars.ts";
import type { RecoveryKeyRecord } from "./store.ts";

/** Information on a sheet in addition to the key. */
export interface SheetPlace {
  readonly schedule: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly folder: string;
  readonly set: string;
}

/** Returns two different numbers of the sixteen groups in ascending order, from two random bytes. */
export function askedGroups([one = 0, other = 0]: Uint8Array): number[] {
  const first = one % 16;
  const second = (first + 1 + (other % 15)) % 16;
  return [first + 1, second + 1].sort((left, right) => left - right);
}

/** True if the entered text matches the requested groups. */
export function areTyped(
  groups: readonly string[],
  asked: readonly number[],
  typed: readonly { readonly number: number; readonly text: string }[],
): boolean {
  return asked.every((number) => {
    const of = typed.filter((group) => group.number === number);
    return of.length === 1 && of.every(({ text }) => text === groups[number - 1]);
  });
}

/** Returns the printable text of the sheet. */
export function sheetText(
  key: { readonly id: string; readonly text: string; readonly createdAt: string },
  places: readonly SheetPlace[],
): string {
  const of = ({ schedule, endpoint, bucket, folder, set }: SheetPlace) => [
    `Backups of ${schedule}`,
    `  endpoint ${endpoint}`,
    `  bucket   ${bucket}`,
    `  folder   ${folder === "" ? "(none)" : folder}`,
    `  set      ${set}`,
  ];
  const [first] = places;
  const place = first ?? { endpoint: "<endpoint>", bucket: "<bucket>", folder: "<folder>" };
  const command = `node restore.mjs list --endpoint ${place.endpoint} --bucket ${place.bucket} --folder ${place.folder} --key-file key.txt`;
  return [
    "Latchkey: recovery key of offsite backups",
    "",
    `key ID ${key.id}, created ${key.createdAt}`,
    "",
    ...key.text.split("\n").map((line, index) => `  ${index + 1}  ${line}`),
    "",
    "This sheet and the bucket are all you need to read every backup in the bucket. Keep the sheet in two places other than the server.",
    "",
    ...places.flatMap(of),
    ...(places.length > 0 ? [""] : []),
    "To restore without Latchkey, write the four lines to key.txt without their numbers, and run:",
    `  ${command}`,
    "Set the store's access key in the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    "",
  ].join("\n");
}

/** Warning for backups in blocks until the recovery key is confirmed. */
export const unconfirmedKey =
  "The recovery key isn't confirmed. Enter two of its groups to confirm that you have the sheet.";

/** Converts the recovery key's metadata for API responses. */
export function shownKey({ id, createdAt, createdBy, asked, confirmedAt, confirmedBy }: RecoveryKeyRecord) {
  return {
    id,
    created_at: timestamp(createdAt),
    created_by: createdBy,
    confirmed_at: confirmedAt === null ? null : timestamp(confirmedAt),
    confirmed_by: confirmedBy,
    confirm_groups: [...asked],
    warning: confirmedAt === null ? unconfirmedKey : null,
  };
}
