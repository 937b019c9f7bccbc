import { chartMessages } from "../../messages/english/usage/charts.ts";
import { ExactMoment } from "../values/moment.tsx";
import { type ChartData, isUnfinished, notesOn } from "./chart-data.ts";
import { colorOf, dashOf, tiles } from "./looks.ts";
import type { ChartKind } from "./scale.ts";

const text = chartMessages;

/** Names and looks of the series, with their values at the cursor or over the whole range. */
export function ChartLegend({
  data,
  kind,
  step,
  format,
}: {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly step: number | undefined;
  readonly format: (value: number) => string;
}) {
  const notes = step === undefined ? [] : notesOn(data, step);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="min-h-target leading-target">
        {step === undefined ? (
          <span className="text-muted">{text.inAll}</span>
        ) : (
          <ExactMoment at={new Date(data.from + step * data.stepMs).toISOString()} />
        )}
        {step !== undefined && isUnfinished(data, step) && <span className="text-muted"> {text.unfinished}</span>}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {data.series.map(({ name, look, values, total, isReference = false }) => {
          const value = step === undefined ? total : (values[step] ?? null);
          return (
            <li key={name} className="flex min-w-0 items-center gap-1.5">
              <Sample kind={isReference ? "reference" : kind} look={look} />
              <span className="min-w-0 truncate text-muted">{name}</span>
              <span className="tabular-nums">{value === null ? text.none : format(value)}</span>
            </li>
          );
        })}
      </ul>
      {notes.length > 0 && (
        <ul className="list-disc pl-5">
          {notes.map((note) => (
            <li key={note} className="break-words">
              {note}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Sample({ kind, look }: { readonly kind: ChartKind | "reference"; readonly look: number }) {
  if (kind === "bars")
    return (
      <svg aria-hidden width="14" height="12" className="shrink-0">
        <rect width="14" height="12" rx="2" style={{ fill: colorOf(look) }} />
        {[0, 6, 12].flatMap((left) =>
          [0, 6].map((top) => (
            <path
              key={`${left} ${top}`}
              d={tiles[look % tiles.length] ?? ""}
              transform={`translate(${left} ${top})`}
              className="stroke-panel"
              strokeWidth="1.4"
              fill="none"
            />
          )),
        )}
      </svg>
    );
  return (
    <svg aria-hidden width="20" height="12" className="shrink-0">
      <path
        d="M1,6H19"
        strokeWidth="2"
        fill="none"
        strokeDasharray={kind === "reference" ? "3 3" : dashOf(look)}
        style={{ stroke: kind === "reference" ? "var(--text)" : colorOf(look) }}
      />
    </svg>
  );
}
