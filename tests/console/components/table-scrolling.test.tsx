import { afterEach, expect } from "vitest";
import { render } from "vitest-browser-react";
import { Framed } from "../../../console/src/ui/layout/framed.tsx";
import { type Column, DataTable } from "../../../console/src/ui/tables/data-table.tsx";
import { TableBar } from "../../../console/src/ui/tables/table-bar.tsx";
import { useNewRows } from "../../../console/src/ui/tables/use-new-rows.ts";
import { verifies } from "../../support/verifies.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}

const narrow: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "size", title: "Size", cell: () => "12 MB" },
];
/** Wider than any window. */
const wide: readonly Column<Row>[] = [
  ...narrow,
  { id: "path", title: "Path", cell: () => <span className="whitespace-nowrap">{"a long folder/".repeat(40)}</span> },
];
const rows = Array.from({ length: 60 }, (_, index) => ({ id: index, name: `File ${index}` }));

function Page({
  columns = narrow,
  all = rows,
}: {
  readonly columns?: readonly Column<Row>[];
  readonly all?: typeof rows;
}) {
  const fresh = useNewRows(all);
  return (
    <Framed>
      <TableBar>Filters</TableBar>
      <DataTable
        label="Files"
        rows={all}
        columns={columns}
        fresh={fresh}
        nameOf={({ name }) => name}
        actions={({ name }) => <button type="button">{`Actions for ${name}`}</button>}
      />
    </Framed>
  );
}

afterEach(() => window.scrollTo(0, 0));

verifies("system:console:tables", "the bar and the headers stay while rows scroll, one below the other", async () => {
  const page = await render(<Page />);
  window.scrollTo(0, 900);
  await expect.element(page.getByText("Filters")).toBeInViewport();
  await expect.element(page.getByRole("columnheader", { name: "Name" })).toBeInViewport();
  const bar = page.getByText("Filters").element().getBoundingClientRect();
  const head = page.getByRole("columnheader", { name: "Name" }).element().getBoundingClientRect();
  expect(Math.abs(head.top - bar.bottom)).toBeLessThan(2);
  await expect.element(page.getByText("File 0", { exact: true })).not.toBeInViewport();
});

verifies(
  "system:console:tables",
  "the actions of a row that is wider than the window are visible in the window",
  async () => {
    const page = await render(<Page columns={wide} />);
    const scrolled = page.getByRole("region", { name: "Files" });
    await expect.element(scrolled).toHaveAttribute("tabindex", "0");
    expect(scrolled.element().scrollWidth).toBeGreaterThan(window.innerWidth);
    await expect
      .element(page.getByRole("button", { name: "Actions for File 3", exact: true }))
      .toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);

verifies("system:console:tables", "a later row is marked, and existing ones aren't", async () => {
  const page = await render(<Page />);
  expect(page.getByText("New", { exact: true }).query()).toBeNull();
  await page.rerender(<Page all={[{ id: 60, name: "File 60" }, ...rows]} />);
  await expect.element(page.getByRole("row").nth(1)).toMatchTextContent(/New\s*File 60/);
  expect(page.getByText("New", { exact: true }).elements()).toHaveLength(1);
});
