import { CircleCheck, CircleMinus, CirclePause, LoaderCircle, type LucideIcon } from "lucide-react";
import type { DatabaseState } from "#shared/files/contract.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { Chip, type Tone } from "../../ui/values/chip.tsx";

const looks: Readonly<Partial<Record<DatabaseState, { readonly tone: Tone; readonly icon: LucideIcon }>>> = {
  normal: { tone: "good", icon: CircleCheck },
  paused: { tone: "warn", icon: CirclePause },
  closed: { tone: "plain", icon: CircleMinus },
};

/** State of a file, in the terms of the Admin Console. */
export function FileState({ state }: { readonly state: DatabaseState }) {
  const { tone, icon } = looks[state] ?? { tone: "warn" as const, icon: LoaderCircle };
  return (
    <span title={fileMessages.stateMeanings[state]}>
      <Chip tone={tone} icon={icon}>
        {fileMessages.states[state]}
      </Chip>
    </span>
  );
}
