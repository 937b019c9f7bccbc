import { BellOff, BellRing, CircleCheck, CircleDashed, Hourglass, type LucideIcon, Undo2 } from "lucide-react";
import type { Alert } from "#shared/usage/alerts/contract.ts";
import { alertMessages as text } from "../../messages/english/usage/alerts.ts";
import { Chip, type Tone } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";

const looks = {
  ok: { tone: "good", icon: CircleCheck },
  pending: { tone: "warn", icon: Hourglass },
  ringing: { tone: "bad", icon: BellRing },
  recovering: { tone: "warn", icon: Undo2 },
} as const satisfies Readonly<Record<Alert["state"]["status"], { readonly tone: Tone; readonly icon: LucideIcon }>>;

/** State of a rule, and the time since when it has had it. */
export function AlertState({ active, state: { status, since } }: Pick<Alert, "active" | "state">) {
  if (!active) return <Chip icon={BellOff}>{text.off}</Chip>;
  if (since === null) return <Chip icon={CircleDashed}>{text.notLookedAt}</Chip>;
  const { tone, icon } = looks[status];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Chip tone={tone} icon={icon}>
        {text.states[status]}
      </Chip>
      <span className="text-muted text-sm">
        {text.since} <Moment at={since} />
      </span>
    </div>
  );
}
