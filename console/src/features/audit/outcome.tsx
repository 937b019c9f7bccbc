import { CircleCheck, CircleX, Hourglass, ShieldX } from "lucide-react";
import type { AuditOutcome } from "../../../../shared/audit/contract.ts";
import { Chip, type Tone } from "../../ui/chip.tsx";
import { auditWords } from "../../words/audit.ts";

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
      {auditWords.outcomes[outcome]}
    </Chip>
  );
}
