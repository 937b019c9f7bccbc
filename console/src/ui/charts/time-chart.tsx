import { ChartLine, Download, Table2 } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { chartMessages } from "../../messages/english/usage/charts.ts";
import { IconButton } from "../buttons/icon-button.tsx";
import { saveText } from "../buttons/save-text.ts";
import { chartCsv } from "./chart-csv.ts";
import { type ChartData, stepsIn } from "./chart-data.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartTable } from "./chart-table.tsx";
import { Marks } from "./marks.tsx";
import { margin, Plot } from "./plot.tsx";
import { type ChartKind, scaleOf, type ValueForm } from "./scale.ts";
import { useCursor } from "./use-cursor.ts";
import { useWidth } from "./use-width.ts";

const text = chartMessages;

/**
 * Chart of values over time, as SVG. The pointer or the arrow keys move a cursor; the legend shows its values, and a screen reader reads
 * them. The data is also available as a table and as a file.
 */
export function TimeChart({
  title,
  kind,
  data,
  form,
  height = 150,
}: {
  readonly title: string;
  readonly kind: ChartKind;
  readonly data: ChartData;
  readonly form: ValueForm;
  /** Height of the plot in pixels. */
  readonly height?: number;
}) {
  const id = useId();
  const [frame, frameWidth] = useWidth();
  const width = Math.max(0, frameWidth - margin.left - margin.right);
  const [isTable, setTable] = useState(false);
  const scale = useMemo(() => scaleOf(data, kind, form, width, height), [data, kind, form, width, height]);
  const cursor = useCursor(data, scale, form.format);
  const save = () => saveText(`${fileName(title)}.csv`, [chartCsv(data, { from: text.timeHead, notes: text.notes })]);
  const isEmpty = data.series.every(({ values }) => values.every((value) => value === null));
  const x = cursor.step === undefined ? undefined : scale.x(cursor.step);

  return (
    <figure aria-labelledby={`${id}title`} className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex items-center gap-1">
        <h3 id={`${id}title`} className="min-w-0 flex-1 truncate font-medium text-sm">
          {title}
        </h3>
        <IconButton
          icon={isTable ? ChartLine : Table2}
          label={isTable ? text.showChart : text.showTable}
          onClick={() => setTable(!isTable)}
        />
        <IconButton icon={Download} label={text.save} onClick={save} />
      </figcaption>
      {isTable ? (
        <ChartTable title={title} data={data} format={form.format} />
      ) : (
        <>
          <div ref={frame} className="relative min-w-0">
            <Marks data={data} scale={scale} onChoose={cursor.pin} />
            <div
              role="application"
              aria-roledescription={text.role}
              aria-labelledby={`${id}title`}
              aria-describedby={`${id}keys`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the cursor
              tabIndex={0}
              className="touch-pan-y rounded"
              onKeyDown={cursor.onKeyDown}
              onBlur={cursor.clear}
              onPointerMove={(event) => cursor.hover(placeIn(event))}
              onPointerLeave={cursor.unhover}
              onPointerDown={(event) => cursor.pin(scale.stepAt(placeIn(event)))}
            >
              <svg
                aria-hidden
                width="100%"
                height={height + margin.top + margin.bottom}
                className="block overflow-visible"
              >
                <g transform={`translate(${margin.left} ${margin.top})`}>
                  {width > 0 && <Plot data={data} kind={kind} scale={scale} format={form.format} />}
                  {x !== undefined && (
                    <path d={`M${x},0V${height}`} className="stroke-text" strokeWidth="1" fill="none" />
                  )}
                  {isEmpty && (
                    <text x={width / 2} y={height / 2} textAnchor="middle" className="fill-muted text-sm">
                      {text.empty}
                    </text>
                  )}
                </g>
              </svg>
            </div>
            <p id={`${id}keys`} className="sr-only">
              {text.keys}
            </p>
            <p role="status" className="sr-only">
              {cursor.reading}
            </p>
          </div>
          <ChartLegend
            data={data}
            kind={kind}
            step={stepsIn(data) === 0 ? undefined : cursor.step}
            format={form.format}
          />
        </>
      )}
    </figure>
  );
}

/** Returns the pointer's distance from the left edge of the plot, in pixels. */
function placeIn({ clientX, currentTarget }: { readonly clientX: number; readonly currentTarget: Element }): number {
  return clientX - currentTarget.getBoundingClientRect().left - margin.left;
}

function fileName(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase();
}
