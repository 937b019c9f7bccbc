import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { triggerMessages as text } from "../../messages/english/events/triggers.ts";
import { Chip } from "../../ui/values/chip.tsx";

const looks = {
  active: { tone: "good", icon: CircleCheck },
  changing: { tone: "warn", icon: LoaderCircle },
  deleting: { tone: "warn", icon: LoaderCircle },
  refused: { tone: "bad", icon: CircleX },
} as const;

/** State of the trigger in FileMaker Server, compared with its configuration. */
export function TriggerChip({ trigger: { state, reason, access } }: { readonly trigger: Trigger }) {
  if (access.isKeyDeleted) return <Chip {...looks.refused}>{text.keyDeleted}</Chip>;
  return (
    <span {...(reason !== null && { title: reason })}>
      <Chip {...looks[state]}>{text.states[state]}</Chip>
    </span>
  );
}
