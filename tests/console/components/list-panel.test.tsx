import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Empty } from "../../../console/src/ui/feedback/states.tsx";
import type { Column } from "../../../console/src/ui/tables/data-table.tsx";
import { ListPanel } from "../../../console/src/ui/tables/list-panel.tsx";

interface Row {
  readonly id: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [{ id: "name", title: "Name", cell: ({ name }) => name }];
const rows: readonly Row[] = [
  { id: 1, name: "Contacts" },
  { id: 2, name: "Orders" },
];
const loaded = { data: rows, error: null, dataUpdatedAt: 0, isPending: false, refetch: async () => undefined };

function List(props: Partial<Parameters<typeof ListPanel<Row>>[0]>) {
  return (
    <ListPanel
      reads={[loaded]}
      rows={rows}
      empty={<Empty title="No files yet" />}
      bar={<p>Filter bar</p>}
      label="Files"
      columns={columns}
      nameOf={({ name }) => name}
      {...props}
    />
  );
}

test("a list that is loading shows a status and no table", async () => {
  const page = await render(<List reads={[{ ...loaded, data: undefined, isPending: true }]} rows={undefined} />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading");
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
  await expect.element(page.getByText("Filter bar")).not.toBeInTheDocument();
});

test("a list with rows shows them below its bar", async () => {
  const page = await render(<List />);
  await expect.element(page.getByRole("region", { name: "Files" })).toMatchTextContent(/Contacts.*Orders/);
  await expect.element(page.getByText("Filter bar")).toBeVisible();
  await expect.element(page.getByText("No files yet")).not.toBeInTheDocument();
});

test("an empty list shows its empty state without a bar", async () => {
  const page = await render(<List rows={[]} />);
  await expect.element(page.getByText("No files yet")).toBeVisible();
  await expect.element(page.getByText("Filter bar")).not.toBeInTheDocument();
});

test("a list without matches names the filter, and a button clears it", async () => {
  const onClear = vi.fn();
  const page = await render(<List filter={{ rows: [], text: "“Invoices”", onClear }} />);
  await expect.element(page.getByText("No match for “Invoices”")).toBeVisible();
  await expect.element(page.getByText("Filter bar")).toBeVisible();
  await expect.element(page.getByText("No files yet")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Clear filters" }).click();
  expect(onClear).toHaveBeenCalledOnce();
});

test("a failed refresh keeps the rows and offers to try again", async () => {
  const refetch = vi.fn(async () => undefined);
  const page = await render(<List reads={[{ ...loaded, error: new Error("Storage is unavailable"), refetch }]} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Files" })).toMatchTextContent(/Contacts.*Orders/);
  await page.getByRole("button", { name: "Try again" }).click();
  expect(refetch).toHaveBeenCalledOnce();
});

test("a list that failed to load shows the failure only", async () => {
  const page = await render(
    <List reads={[{ ...loaded, data: undefined, error: new Error("Storage is unavailable") }]} rows={undefined} />,
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
  await expect.element(page.getByText("No files yet")).not.toBeInTheDocument();
});

test("a list with more pages has a button that loads the next one", async () => {
  const fetchNextPage = vi.fn();
  const page = await render(
    <List reads={[{ ...loaded, hasNextPage: true, isFetchingNextPage: false, fetchNextPage }]} />,
  );
  await page.getByRole("button", { name: "Load more" }).click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});
