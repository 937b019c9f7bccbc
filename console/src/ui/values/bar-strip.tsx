import { Strip } from "./strip.tsx";

/** Values as bars, newest on the right, each with a darker share. The label contains the same information. */
export function BarStrip({
  label,
  bars,
  onOpen,
}: {
  readonly label: string;
  readonly bars: readonly {
    readonly id: number;
    readonly value: number;
    readonly share: number;
    readonly text: string;
  }[];
  readonly onOpen?: (id: number) => void;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => Math.max(2, (value / most) * height);
  const bar = (x: number, value: number, className: string) => (
    <rect x={x} y={height - heightOf(value)} width={step - 3} height={heightOf(value)} className={className} />
  );
  return (
    <Strip
      label={label}
      marks={bars}
      step={step}
      height={height}
      className="h-10 max-w-full self-start"
      draw={({ value, share }, x) => (
        <>
          {bar(x, value, "fill-line-strong")}
          {share > 0 && bar(x, share, "fill-accent")}
        </>
      )}
      onOpen={onOpen && (({ id }) => onOpen(id))}
    />
  );
}

const height = 40;
const step = 12;
