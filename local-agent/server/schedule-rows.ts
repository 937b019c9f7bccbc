import * as z from "zod";
import { Refused } from "../refused.ts";
import type { Ask } from "./database-rows.ts";

/** Time of a schedule that only runs on request. A schedule needs one; this one never comes, and the schedule is also disabled. */
export const never = "2099-12-31T23:59:00";

const ScheduleRow = z.object({
  id: z.coerce.string(),
  name: z.string(),
  status: z.string().catch(""),
  lastRun: z.string().catch(""),
  lastError: z.coerce.number().int().catch(-1),
});
type ScheduleRow = z.infer<typeof ScheduleRow>;

/** Returns the schedule with this name. @throws Refused */
export async function findSchedule(ask: Ask, name: string): Promise<ScheduleRow | undefined> {
  const answer = await ask("GET", "/schedules");
  const rows = z.array(ScheduleRow).safeParse(answer.response.schedules);
  if (!rows.success) throw new Refused("failed", `FileMaker Server did not list its schedules: ${answer.text}`);
  return rows.data.find((row) => row.name === name);
}

/** True if the schedule has run. If it never ran, FileMaker Server reports the year 0000. */
export function hasRun({ lastRun }: Pick<ScheduleRow, "lastRun">): boolean {
  return lastRun !== "" && !lastRun.startsWith("0000");
}
