import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page as browser } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type Column, DataTable } from "../../../console/src/ui/tables/data-table.tsx";
import { useSelection } from "../../../console/src/ui/tables/selection.ts";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: "size", title: "Size", cell: ({ size }) => size, sortBy: ({ size }) => size },
];
const rows = Array.from({ length: 250 }, (_, index) => ({
  id: index + 1,
  name: `File ${index + 1}`,
  size: 250 - index,
}));

function Table({ all = rows }: { readonly all?: readonly Row[] }) {
  const [sort, setSort] = useState<string>();
  const selection = useSelection();
  return (
    <>
      <DataTable
        label="Files"
        rows={all}
        columns={columns}
        nameOf={({ name }) => name}
        selection={selection}
        sort={sort}
        onSort={setSort}
      />
      <output>{[...selection.chosen].sort((a, b) => Number(a) - Number(b)).join(" ")}</output>
    </>
  );
}

afterEach(() => browser.viewport(1280, 800));

test("a column sorts ascending, and descending when it is pressed again; numbers in names sort as numbers", async () => {
  const page = await render(<Table all={rows.slice(0, 12)} />);
  const first = () => page.getByRole("row").nth(1);
  await page.getByRole("button", { name: "Size" }).click();
  await expect.element(first()).toMatchTextContent(/File 12/);
  await expect.element(page.getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Name" }).click();
  await expect.element(first()).toMatchTextContent(/^File 1\D?250/);
  await page.getByRole("button", { name: "Name" }).click();
  await expect.element(first()).toMatchTextContent(/File 12/);
});

test("with Shift, all rows in between are selected", async () => {
  const page = await render(<Table all={rows.slice(0, 12)} />);
  await page.getByRole("checkbox", { name: "Select File 3", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select File 6", exact: true }).click({ modifiers: ["Shift"] });
  await expect.element(page.getByRole("status")).toHaveTextContent("3 4 5 6");
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(page.getByRole("status")).toMatchTextContent(/12$/);
});

test("many rows are rendered on request", async () => {
  const page = await render(<Table />);
  expect(page.getByRole("row").elements()).toHaveLength(101);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => page.getByRole("row").elements().length).toBe(201);
});

test("a narrow window has cards instead of rows", async () => {
  await browser.viewport(390, 844);
  const page = await render(<Table all={rows.slice(0, 3)} />);
  await expect.element(page.getByRole("list", { name: "Files" })).toBeInTheDocument();
  expect(page.getByRole("table").query()).toBeNull();
  await expect.element(page.getByRole("listitem").first()).toMatchTextContent(/File 1.*Size.*250/);
});
