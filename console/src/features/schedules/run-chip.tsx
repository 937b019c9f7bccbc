import { Ban, CircleX, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import type { ScheduleRun } from "#shared/schedules/contract.ts";
import { scheduleMessages as text } from "../../messages/english/schedules.ts";
import { Chip } from "../../ui/values/chip.tsx";

const looks = {
  starting: { tone: "plain", icon: LoaderCircle },
  started: { tone: "plain", icon: LoaderCircle },
  skipped: { tone: "warn", icon: Ban },
  failed: { tone: "bad", icon: CircleX },
} as const;

/** Renders the state of a process. */
export type ProcessMark = (state: NonNullable<ScheduleRun["processState"]>) => ReactNode;

/** Result of a run: the state of its process, if it has one. */
export function RunChip({
  run: { state, processState },
  mark,
}: {
  readonly run: ScheduleRun;
  readonly mark: ProcessMark;
}) {
  if (processState !== null) return mark(processState);
  return <Chip {...looks[state]}>{text.runStates[state]}</Chip>;
}
