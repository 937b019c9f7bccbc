/** Values side by side as bars, the newest on the right, each with a darker share of it. What it shows is in its label, too. */
export function BarStrip({
  label,
  bars,
}: {
  readonly label: string;
  readonly bars: readonly {
    readonly id: number;
    readonly value: number;
    readonly share: number;
    readonly text: string;
  }[];
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => Math.max(2, (value / most) * height);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * step} ${height}`}
      className="h-10 max-w-full self-start"
    >
      {bars.map(({ id, value, share, text }, index) => (
        <g key={id}>
          <title>{text}</title>
          <rect
            x={index * step}
            y={height - heightOf(value)}
            width={step - 3}
            height={heightOf(value)}
            className="fill-line-strong"
          />
          {share > 0 && (
            <rect
              x={index * step}
              y={height - heightOf(share)}
              width={step - 3}
              height={heightOf(share)}
              className="fill-accent"
            />
          )}
        </g>
      ))}
    </svg>
  );
}

const height = 40;
const step = 12;
