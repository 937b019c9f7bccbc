import { AlarmClock, CircleCheck, CirclePause, CircleX, Hourglass, LoaderCircle, Unlink } from "lucide-react";
import type { OffsiteState } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { Chip, type Tone } from "../../ui/values/chip.tsx";

const looks = {
  waiting: { tone: "plain", icon: Hourglass },
  running: { tone: "plain", icon: LoaderCircle },
  ok: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
  overdue: { tone: "bad", icon: AlarmClock },
  off: { tone: "plain", icon: CirclePause },
  missing: { tone: "bad", icon: Unlink },
} as const satisfies Readonly<Record<OffsiteState, { readonly tone: Tone; readonly icon: unknown }>>;

/** State of a schedule of offsite backups. */
export function StateChip({ state }: { readonly state: OffsiteState }) {
  return <Chip {...looks[state]}>{backupMessages.states[state]}</Chip>;
}
