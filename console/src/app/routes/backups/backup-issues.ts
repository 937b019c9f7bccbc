import { useQuery } from "@tanstack/react-query";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { reading } from "../../../api/query.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import type { Issue } from "../../../features/system/home-issues.ts";
import { backupMessages } from "../../../messages/installation/backups.ts";

const text = backupMessages.home;
const dayMs = 24 * 60 * 60_000;
/** A restore on trial is made every week: one that is older has been missed. Days. */
const oldDrillDays = 14;

/** Backups that do not come to their place, and those that do not come back. */
export function useBackupIssues(): readonly Issue[] {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {})).data?.schedules ?? [];
  const now = serviceNow();
  const sentences = list.flatMap((schedule) => sentencesOf(schedule, now));
  // There is one key for all of them.
  if (list.some(({ is_key_confirmed }) => is_key_confirmed === false)) sentences.push(text.keyNotConfirmed);
  return sentences.map((sentence) => ({ state: "warning", sentence, target: { page: "backups" } }) as const);
}

function sentencesOf({ name, state, is_enabled, is_drilled, last_drill: drill, damage }: OffsiteSchedule, now: number) {
  const sentences: string[] = [];
  if (damage !== null) sentences.push(text.damaged(name));
  if (state === "overdue" || state === "failed" || state === "missing") sentences.push(text[state](name));
  const isTried = is_enabled && is_drilled && drill !== null && drill.ended_at !== null;
  if (!isTried) return sentences;
  const days = Math.floor((now - Date.parse(drill.ended_at ?? "")) / dayMs);
  if (drill.state === "failed" || drill.state === "crashed") sentences.push(text.drillFailed(name));
  else if (days >= oldDrillDays) sentences.push(text.drillOld(name, days));
  return sentences;
}
