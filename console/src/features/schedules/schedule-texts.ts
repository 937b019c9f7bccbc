import type { Schedule, Timing } from "#shared/schedules/contract.ts";
import { scheduleMessages as text } from "../../messages/english/schedules.ts";
import { exactly } from "../../ui/values/moment.tsx";

/** Returns the timing of a schedule as readable text. */
export function timingText(timing: Timing): string {
  return timing.kind === "once" ? text.once(exactly(timing.at)) : text.repeating(timing.cron, timing.timeZone);
}

/** Returns the action of a schedule as readable text. */
export function actionText({ kind, input }: Schedule["action"]): string {
  const files = Array.isArray(input.files) ? input.files.map(fileName).filter(Boolean) : [];
  if (kind === "deployment") return text.deploys(String(input.label ?? ""));
  return kind === "build" ? text.makesBuild(String(input.buildId ?? ""), files.join(", ")) : text.does(kind);
}

function fileName(file: unknown): string {
  return typeof file === "object" && file !== null && "fileName" in file ? String(file.fileName) : "";
}
