import { afterEach, expect } from "vitest";
import { page as browser } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type Column, DataTable } from "../../../console/src/ui/tables/data-table.tsx";
import { useSelection } from "../../../console/src/ui/tables/selection.ts";
import { SelectionBar } from "../../../console/src/ui/tables/selection-bar.tsx";
import { verifies } from "../../support/verifies.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [{ id: "name", title: "Name", cell: ({ name }) => name }];
const rows = Array.from({ length: 995 }, (_, index) => ({ id: index + 1, name: `Key ${index + 1}` }));

function Page({ all = rows }: { readonly all?: readonly Row[] }) {
  const selection = useSelection();
  const chosen = selection.chosen.size;
  return (
    <>
      {chosen > 0 && (
        <SelectionBar
          text={`${chosen} keys selected`}
          chosen={chosen}
          ids={all.map(({ id }) => id)}
          selection={selection}
        >
          <button type="button">Delete</button>
        </SelectionBar>
      )}
      <DataTable label="Keys" rows={all} columns={columns} nameOf={({ name }) => name} selection={selection} />
    </>
  );
}

const box = browser.getByRole("checkbox", { name: "Select all" });
const every = browser.getByRole("button", { name: "Select all 995" });

afterEach(() => browser.viewport(1280, 800));

verifies(
  "system:console:select-all",
  "the checkbox selects the rendered rows and says so, and the bar selects every one",
  async () => {
    await render(<Page />);
    await box.click();
    await expect.element(browser.getByText("100 shown selected")).toBeInTheDocument();
    await every.click();
    await expect.element(browser.getByText("995 keys selected")).toBeInTheDocument();
    expect(every.query()).toBeNull();
    await browser.getByRole("button", { name: "Load more" }).click();
    await expect.element(browser.getByRole("checkbox", { name: "Select Key 200" })).toBeChecked();
    await browser.getByRole("checkbox", { name: "Select Key 1", exact: true }).click();
    await expect.element(browser.getByText("994 keys selected")).toBeInTheDocument();
    await browser.getByRole("button", { name: "Clear selection" }).click();
    expect(browser.getByRole("button", { name: "Delete" }).query()).toBeNull();
  },
);

verifies("system:console:select-all", "if every row is rendered, there is nothing more to select", async () => {
  await render(<Page all={rows.slice(0, 12)} />);
  await box.click();
  await expect.element(browser.getByText("12 keys selected")).toBeInTheDocument();
  expect(browser.getByRole("button", { name: /^Select all/ }).query()).toBeNull();
});

verifies("system:console:select-all", "a phone offers the same above its cards", async () => {
  await browser.viewport(390, 844);
  await render(<Page />);
  await box.click();
  await every.click();
  await expect.element(browser.getByText("995 keys selected")).toBeInTheDocument();
});
