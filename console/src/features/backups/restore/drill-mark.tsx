import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import type { OffsiteDrill } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = backupMessages.drill;

/** Result and age of the newest restore drill. */
export function DrillMark({ drill }: { readonly drill: OffsiteDrill | null }) {
  if (drill === null) return <span className="text-muted">{text.never}</span>;
  if (drill.ended_at === null) return <Chip icon={LoaderCircle}>{text.running}</Chip>;
  const isGood = drill.state === "done";
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5" title={drill.reason ?? undefined}>
      <Chip tone={isGood ? "good" : "bad"} icon={isGood ? CircleCheck : CircleX}>
        {isGood ? text.good : text.bad}
      </Chip>
      <Moment at={drill.ended_at} />
    </span>
  );
}
