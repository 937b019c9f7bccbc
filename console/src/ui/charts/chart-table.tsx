import { useState } from "react";
import { chartMessages } from "../../messages/english/usage/charts.ts";
import { Button } from "../buttons/button.tsx";
import { exactly } from "../values/moment.tsx";
import { type ChartData, notesOn, stepsIn } from "./chart-data.ts";

const text = chartMessages;
const rowsPerPage = 25;

/** Data of a chart as a table, newest first, with a few rows at a time: thousands of rows would be slow. */
export function ChartTable({
  title,
  data,
  format,
}: {
  readonly title: string;
  readonly data: ChartData;
  readonly format: (value: number) => string;
}) {
  const [page, setPage] = useState(0);
  const steps = stepsIn(data);
  const pages = Math.max(1, Math.ceil(steps / rowsPerPage));
  const current = Math.min(page, pages - 1);
  const newest = steps - 1 - current * rowsPerPage;
  const shown = Array.from({ length: Math.max(0, Math.min(rowsPerPage, newest + 1)) }, (_, row) => newest - row);
  const isNoted = data.marks.length + data.gaps.length > 0;
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line"
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-panel text-left">
            <tr>
              <Head name={text.time} />
              {data.series.map(({ name }) => (
                <Head key={name} name={name} isNumber />
              ))}
              {isNoted && <Head name={text.notes} />}
            </tr>
          </thead>
          <tbody>
            {shown.map((step) => (
              <tr key={step} className="border-line border-t">
                <th scope="row" className="whitespace-nowrap px-3 py-1 text-left font-normal">
                  {exactly(new Date(data.from + step * data.stepMs).toISOString())}
                </th>
                {data.series.map(({ name, values }) => (
                  <td key={name} className="px-3 py-1 text-right tabular-nums">
                    {shownValue(values[step] ?? null, format)}
                  </td>
                ))}
                {isNoted && <td className="px-3 py-1">{notesOn(data, step).join("; ")}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <Button disabled={current === 0} onClick={() => setPage(current - 1)}>
            {text.newer}
          </Button>
          <Button disabled={current === pages - 1} onClick={() => setPage(current + 1)}>
            {text.older}
          </Button>
          <span className="text-muted tabular-nums">{text.page(current + 1, pages)}</span>
        </div>
      )}
    </div>
  );
}

function shownValue(value: number | null, format: (value: number) => string): string {
  return value === null ? text.none : format(value);
}

function Head({ name, isNumber = false }: { readonly name: string; readonly isNumber?: boolean }) {
  return (
    <th scope="col" className={`px-3 py-1.5 font-medium ${isNumber ? "text-right" : ""}`}>
      {name}
    </th>
  );
}
