import { CircleCheck, CircleX, Hourglass, ShieldX } from "lucide-react";
import type { AuditOutcome } from "#shared/audit/contract.ts";
import { auditMessages } from "../../messages/english/audit.ts";
import { Chip, type Tone } from "../../ui/values/chip.tsx";

const looks = {
  begun: { tone: "warn", icon: Hourglass },
  done: { tone: "good", icon: CircleCheck },
  refused: { tone: "warn", icon: ShieldX },
  failed: { tone: "bad", icon: CircleX },
} as const satisfies Readonly<Record<AuditOutcome, { readonly tone: Tone; readonly icon: unknown }>>;

export function Outcome({ outcome }: { readonly outcome: AuditOutcome }) {
  const { tone, icon } = looks[outcome];
  return (
    <Chip tone={tone} icon={icon}>
      {auditMessages.outcomes[outcome]}
    </Chip>
  );
}
