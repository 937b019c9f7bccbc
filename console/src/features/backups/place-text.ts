import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";

/** Where the backups of a schedule lie, as the file browser names it without its first folder. */
export function placeText(schedule: Pick<OffsiteSchedule, "remote_name" | "bucket_name" | "remote_path">): string {
  const { remote_name, bucket_name, remote_path } = schedule;
  return [remote_name, bucket_name, remote_path].filter((name) => name !== "").join("/");
}

/** A place at a location, as the file browser's addresses name it. */
export function browserPath(place: string): string {
  return `offsite/${place}`;
}
