import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";

/** Returns the place of a schedule's backups, as the file browser names it without its first folder. */
export function placeText(schedule: Pick<OffsiteSchedule, "remote_name" | "bucket_name" | "remote_path">): string {
  const { remote_name, bucket_name, remote_path } = schedule;
  return [remote_name, bucket_name, remote_path].filter((name) => name !== "").join("/");
}

/** Returns a place at a location as in the file browser's addresses. */
export function browserPath(place: string): string {
  return `offsite/${place}`;
}
