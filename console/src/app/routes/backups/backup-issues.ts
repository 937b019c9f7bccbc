import { useQuery } from "@tanstack/react-query";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { reading } from "../../../api/query.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import type { Issue } from "../../../features/system/home-issues.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";

const text = backupMessages.home;
const dayMs = 24 * 60 * 60_000;
/** Age in days after which a restore drill was missed: drills run every week. */
const oldDrillDays = 14;

/** Returns issues for backups that couldn't be sent or restored. */
export function useBackupIssues(): readonly Issue[] {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {})).data?.schedules ?? [];
  const now = serviceNow();
  const sentences = list.flatMap((schedule) => sentencesOf(schedule, now));
  // All schedules share one key.
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
