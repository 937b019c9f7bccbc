import type { Tone } from "./chip.tsx";
import { Strip } from "./strip.tsx";

/** Results of the newest runs, newest on the right. Failures are higher, for users who can't see colors. */
export function OutcomeStrip({
  label,
  marks,
  onOpen,
}: {
  readonly label: string;
  readonly marks: readonly { readonly id: string; readonly tone: Tone; readonly text: string }[];
  readonly onOpen?: (id: string) => void;
}) {
  return (
    <Strip
      label={label}
      marks={marks}
      step={step}
      height={height}
      className="h-4.5 max-w-full"
      draw={({ tone }, x) => (
        <rect x={x} y={height - heights[tone]} width={step - 2} height={heights[tone]} className={fills[tone]} />
      )}
      onOpen={onOpen && (({ id }) => onOpen(id))}
    />
  );
}

const step = 6;
const height = 18;
const heights: Readonly<Record<Tone, number>> = { good: 8, plain: 8, warn: 13, bad: 18 };
const fills: Readonly<Record<Tone, string>> = {
  good: "fill-good",
  plain: "fill-line-strong",
  warn: "fill-warn",
  bad: "fill-bad",
};
