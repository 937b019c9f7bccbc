import { memo, useId, useMemo } from "react";
import type { ChartData } from "./chart-data.ts";
import { reducedPoints, reducedSteps } from "./columns.ts";
import { colorOf, dashOf, tiles } from "./looks.ts";
import type { ChartKind, Scale } from "./scale.ts";
import { areaPath, barPaths, linePath } from "./shapes.ts";
import { timeTicks } from "./ticks.ts";

/** Space around the plot for its labels, in pixels. */
export const margin = { left: 52, right: 8, top: 6, bottom: 20 } as const;

/** Parts of a chart that don't change while the cursor moves. */
export const Plot = memo(function Plot({
  data,
  kind,
  scale,
  format,
}: {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly scale: Scale;
  readonly format: (value: number) => string;
}) {
  const id = useId();
  const { width, height, ticks, steps, xAt, y } = scale;
  const end = data.from + steps * data.stepMs;
  const times = timeTicks(data.from, end, Math.max(3, Math.floor(width / 52)));
  return (
    <>
      <defs>
        {data.series.map(({ look, name }) => (
          <pattern key={name} id={`${id}${look}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" style={{ fill: colorOf(look) }} />
            <path d={tiles[look % tiles.length] ?? ""} className="stroke-panel" strokeWidth="1.4" fill="none" />
          </pattern>
        ))}
        <pattern id={`${id}gap`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1,1l2,-2M0,6l6,-6M5,7l2,-2" className="stroke-line-strong" strokeWidth="1" fill="none" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M0,${y(tick)}H${width}`} className="stroke-line" strokeWidth="1" fill="none" />
          <text x={-8} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-xs tabular-nums">
            {format(tick)}
          </text>
        </g>
      ))}
      {times.map(({ at, text }) => (
        <g key={at}>
          <path d={`M${xAt(at)},${height}v4`} className="stroke-line-strong" strokeWidth="1" fill="none" />
          <text x={xAt(at)} y={height + 16} textAnchor={anchorAt(xAt(at), width)} className="fill-muted text-xs">
            {text}
          </text>
        </g>
      ))}
      {data.gaps.map((gap) => {
        const left = Math.max(0, xAt(gap.from));
        const right = Math.min(width, xAt(gap.to));
        return (
          right > left && (
            <rect
              key={gap.from}
              x={left}
              width={Math.max(1.5, right - left)}
              height={height}
              fill={`url(#${id}gap)`}
              opacity="0.55"
            />
          )
        );
      })}
      <Shapes id={id} data={data} kind={kind} scale={scale} />
    </>
  );
});

/** Shapes of the series, reduced to the resolution of the screen. */
function Shapes({
  id,
  data,
  kind,
  scale,
}: {
  readonly id: string;
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly scale: Scale;
}) {
  const { width, steps, x, y } = scale;
  const columns = Math.max(1, Math.floor(width));
  const shown = data.series.filter(({ isReference = false }) => !isReference);
  const references = data.series.filter(({ isReference = false }) => isReference);
  const bars = useMemo(() => {
    if (kind !== "bars") return [];
    const values = shown.map((series) => series.values);
    return barPaths(values, reducedSteps(values, columns), width, y);
  }, [kind, shown, columns, width, y]);
  const lineOf = (values: readonly (number | null)[]) => linePath(reducedPoints(values, columns), x, y);
  const unfinished = Math.max(0, scale.xAt(data.countedTo));
  return (
    <>
      {kind === "bars" &&
        bars.map((path, index) => {
          const look = shown[index]?.look ?? 0;
          return <path key={shown[index]?.name} d={path} fill={`url(#${id}${look})`} shapeRendering="crispEdges" />;
        })}
      {kind === "areas" &&
        shown.map(({ name, values, look }) => (
          <path
            key={name}
            d={areaPath(reducedPoints(values, columns), x, y)}
            style={{ fill: colorOf(look) }}
            opacity="0.18"
          />
        ))}
      {kind !== "bars" &&
        shown.map(({ name, values, look }) => (
          <path
            key={name}
            d={lineOf(values)}
            style={{ stroke: colorOf(look) }}
            strokeWidth="1.75"
            strokeDasharray={dashOf(look)}
            strokeLinejoin="round"
            strokeLinecap="round"
            fill="none"
          />
        ))}
      {references.map(({ name, values }) => (
        <path
          key={name}
          d={lineOf(values)}
          className="stroke-text"
          strokeWidth="1.25"
          strokeDasharray="3 3"
          fill="none"
        />
      ))}
      {unfinished < width && (
        <path
          d={`M${unfinished},0V${scale.height}H${Math.min(width, scale.xAt(data.from + steps * data.stepMs))}V0Z`}
          className="fill-panel"
          opacity="0.45"
        />
      )}
    </>
  );
}

/** Returns the text anchor that keeps texts at the edges within the chart. */
function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < 20) return "start";
  return x > width - 20 ? "end" : "middle";
}
