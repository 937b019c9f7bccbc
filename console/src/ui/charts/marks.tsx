import { exactly } from "../values/moment.tsx";
import type { ChartData, ChartMark } from "./chart-data.ts";
import { margin } from "./plot.tsx";
import type { Scale } from "./scale.ts";

/** Minimum size of a button in pixels. */
const size = 24;

/** Events as buttons above the plot, each of which moves the cursor to its time. Overlapping ones are merged. */
export function Marks({
  data,
  scale,
  onChoose,
}: {
  readonly data: ChartData;
  readonly scale: Scale;
  readonly onChoose: (step: number) => void;
}) {
  const places = scale.width === 0 ? [] : clusters(data.marks, scale);
  if (places.length === 0) return null;
  return (
    <div className="relative h-6">
      {places.map(({ x, marks }) => {
        const label = marks.map(({ at, text }) => `${text}, ${exactly(new Date(at).toISOString())}`).join("; ");
        return (
          <button
            key={x}
            type="button"
            aria-label={label}
            title={label}
            style={{ left: margin.left + x - size / 2 }}
            className="absolute flex size-target items-center justify-center rounded text-muted hover:bg-selection hover:text-text"
            onClick={() => onChoose(scale.stepAt(x))}
          >
            <svg aria-hidden width="10" height="8">
              <path d="M0,0H10L5,8Z" fill="currentColor" />
            </svg>
          </button>
        );
      })}
    </div>
  );
}

interface Cluster {
  readonly x: number;
  readonly marks: readonly ChartMark[];
}

function clusters(marks: readonly ChartMark[], { xAt, width }: Scale): readonly Cluster[] {
  const found: { x: number; marks: ChartMark[] }[] = [];
  for (const mark of marks.toSorted((one, other) => one.at - other.at)) {
    const x = xAt(mark.at);
    if (x < 0 || x > width) continue;
    const before = found.at(-1);
    if (before !== undefined && x - before.x < size) before.marks.push(mark);
    else found.push({ x, marks: [mark] });
  }
  return found;
}
