import type { Tone } from "./chip.tsx";

/** How the newest of many ended, the newest on the right. What failed is higher than what did not, for those who see no colours. */
export function OutcomeStrip({
  label,
  marks,
}: {
  readonly label: string;
  readonly marks: readonly { readonly id: string; readonly tone: Tone; readonly text: string }[];
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${marks.length * step} ${height}`}
      width={marks.length * step}
      height={height}
      className="max-w-full"
    >
      {marks.map(({ id, tone, text }, index) => (
        <rect
          key={id}
          x={index * step}
          y={height - heights[tone]}
          width={step - 2}
          height={heights[tone]}
          className={fills[tone]}
        >
          <title>{text}</title>
        </rect>
      ))}
    </svg>
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
