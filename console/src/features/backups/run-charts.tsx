import type { ComponentProps } from "react";
import type { OffsiteRun } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { BarStrip } from "../../ui/values/bar-strip.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { duration } from "../../ui/values/duration.ts";

const text = backupMessages.page;
const maxShown = 30;

/** Sizes and durations of the newest backups, newest on the right. Empty for a single backup. */
export function RunCharts({
  runs,
  onRun,
}: {
  readonly runs: readonly OffsiteRun[];
  readonly onRun: (processId: number) => void;
}) {
  const shown = runs
    .filter(({ bytes, ended_at }) => bytes !== null && ended_at !== null)
    .slice(0, maxShown)
    .reverse();
  if (shown.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <Captioned
        label={text.sizes(shown.length)}
        bars={shown.map(({ process_id: id, backup, bytes, sent_bytes }) => ({
          ...{ id, value: bytes ?? 0, share: sent_bytes ?? 0 },
          text: text.sizeOf(backup ?? "", byteSize(bytes ?? 0), byteSize(sent_bytes ?? 0)),
        }))}
        onOpen={onRun}
      />
      <Captioned
        label={text.durations(shown.length)}
        bars={shown.map((run) => ({
          ...{ id: run.process_id, value: tookMs(run) ?? 0, share: 0 },
          text: text.durationOf(run.backup ?? "", duration(tookMs(run) ?? 0)),
        }))}
        onOpen={onRun}
      />
    </div>
  );
}

function Captioned(strip: ComponentProps<typeof BarStrip>) {
  return (
    <div className="min-w-0">
      {/* The strip has this text as its accessible name. */}
      <p aria-hidden className="mb-1.5 text-muted text-sm">
        {strip.label}
      </p>
      <BarStrip {...strip} />
    </div>
  );
}

/** Returns the duration of a run in milliseconds, or undefined if it hasn't ended. */
export function tookMs({ started_at, ended_at }: OffsiteRun): number | undefined {
  return ended_at === null ? undefined : Date.parse(ended_at) - Date.parse(started_at);
}
