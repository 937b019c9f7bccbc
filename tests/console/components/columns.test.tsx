import { useState } from "react";
import { afterEach, beforeEach, expect } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { chosenColumns, useColumnChoice } from "../../../console/src/ui/tables/column-choice.ts";
import { ColumnsButton } from "../../../console/src/ui/tables/columns-button.tsx";
import { type Column, DataTable } from "../../../console/src/ui/tables/data-table.tsx";
import { verifies } from "../../support/verifies.ts";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: string;
}

const columns: readonly Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: "size", title: "Size", cell: ({ size }) => size, sortBy: ({ size }) => size },
  { id: "state", title: "State", cell: ({ state }) => state },
  { id: "note", title: "Note", cell: () => "a note", isSpare: true },
];
const rows: readonly Row[] = [
  { id: 1, name: "Orders", size: 30, state: "open" },
  { id: 2, name: "Contacts", size: 10, state: "closed" },
  { id: 3, name: "Payroll", size: 20, state: "open" },
];

/** Renders a table, its button, and the address that a page would keep for them. */
function Page({ asked, sort: given }: { readonly asked?: string; readonly sort?: string }) {
  const [address, setAddress] = useState(asked);
  const [sort, setSort] = useState(given);
  const choice = useColumnChoice("a-test", columns, address, setAddress);
  return (
    <>
      <ColumnsButton choice={choice} sort={sort} />
      <DataTable
        label="Files"
        rows={rows}
        columns={columns}
        shown={choice.shown}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={setSort}
      />
      <output>{address ?? "nothing"}</output>
    </>
  );
}

const stored = "latchkey.columns.a-test";
const kept = () => window.localStorage.getItem(stored);
const button = browser.getByRole("button", { name: /^Columns/ });
const line = (name: string) => browser.getByRole("menuitemcheckbox", { name: new RegExp(`^${name}`) });
const heads = () =>
  browser
    .getByRole("columnheader")
    .all()
    .map((head) => head.element().textContent);

beforeEach(() => window.localStorage.removeItem(stored));
afterEach(() => browser.viewport(1280, 800));

verifies(
  "system:console:columns",
  "an unchecked column disappears, and the URL and the browser keep the choice",
  async () => {
    const page = await render(<Page />);
    expect(heads()).toEqual(["Name", "Size", "State", "Note"]);
    await button.click();
    await line("Size").click();
    await expect.poll(heads).toEqual(["Name", "State", "Note"]);
    await line("Note").click();
    await expect.poll(heads).toEqual(["Name", "State"]);
    await expect.element(page.getByRole("status")).toHaveTextContent("name,state");
    expect(kept()).toBe("name,state");
    await expect.element(button).toHaveTextContent("Columns2 of 4");
    // A column that is selected again returns to its old place.
    await line("Size").click();
    await expect.poll(heads).toEqual(["Name", "Size", "State"]);
    await browser.getByRole("menuitem", { name: "Show all" }).click();
    await expect.poll(heads).toEqual(["Name", "Size", "State", "Note"]);
    await expect.element(page.getByRole("status")).toHaveTextContent("nothing");
    expect(kept()).toBeNull();
  },
);

verifies("system:console:columns", "the menu works using only the keyboard, and returns the focus", async () => {
  await render(<Page />);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(line("Name")).toHaveAttribute("aria-disabled", "true");
  await expect.element(line("Name")).toHaveAttribute("aria-checked", "true");
  await userEvent.keyboard("s");
  await expect.element(line("Size")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(line("State")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(heads).toEqual(["Name", "Size", "Note"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
  expect(browser.getByRole("menu").query()).toBeNull();
});

verifies("system:console:columns", "rows keep the order of a hidden column, and the menu says so", async () => {
  await render(<Page sort="-size" asked="name,state" />);
  const names = () =>
    browser
      .getByRole("row")
      .all()
      .slice(1)
      .map((row) => row.element().firstElementChild?.textContent);
  expect(names()).toEqual(["Orders", "Payroll", "Contacts"]);
  await button.click();
  await expect.element(line("Size")).toHaveTextContent("SizeSorted");
  await line("Size").click();
  await expect.poll(heads).toEqual(["Name", "Size", "State"]);
  await expect.element(line("Size")).toHaveTextContent("Size");
  expect(names()).toEqual(["Orders", "Payroll", "Contacts"]);
});

verifies("system:console:columns", "the browser's choice is added to a URL without one", async () => {
  window.localStorage.setItem(stored, "name,size");
  const page = await render(<Page />);
  expect(heads()).toEqual(["Name", "Size"]);
  await expect.element(page.getByRole("status")).toHaveTextContent("name,size");
  await page.unmount();
  // An address is another user's view: it has precedence, and isn't remembered until something is chosen in it.
  await render(<Page asked="name,state" />);
  expect(heads()).toEqual(["Name", "State"]);
  expect(kept()).toBe("name,size");
});

verifies("system:console:columns", "in a narrow window, the same choice hides fields of the cards", async () => {
  await browser.viewport(390, 844);
  await render(<Page asked="name,state" />);
  await expect.element(browser.getByRole("listitem").first()).toHaveTextContent("OrdersStateopen");
});

verifies("system:console:columns", "a column without space is hidden until columns are chosen", async () => {
  await browser.viewport(800, 600);
  await render(<Page />);
  expect(heads()).toEqual(["Name", "Size", "State"]);
  await button.click();
  await line("State").click();
  await expect.poll(heads).toEqual(["Name", "Size", "Note"]);
});

verifies("system:console:columns", "unknown ids choose nothing, and the first column stays", () => {
  expect(chosenColumns(columns, undefined)).toBeUndefined();
  expect(chosenColumns(columns, "")).toBeUndefined();
  expect(chosenColumns(columns, "colour,constructor")).toBeUndefined();
  expect(chosenColumns(columns, "note,colour,size,size")).toBe("name,size,note");
  expect(chosenColumns(columns, "name")).toBe("name");
  expect(chosenColumns(columns, "note,state,size")).toBeUndefined();
});

verifies("system:console:columns", "a browser whose storage is full still shows the chosen columns", async () => {
  const space = "latchkey.test.space";
  fillStorage(space);
  try {
    const page = await render(<Page />);
    await button.click();
    await line("Size").click();
    await expect.poll(heads).toEqual(["Name", "State", "Note"]);
    await expect.element(page.getByRole("status")).toHaveTextContent("name,state,note");
    expect(kept()).toBeNull();
  } finally {
    window.localStorage.removeItem(space);
  }
});

/** Fills the storage to the last character, halving the size of each addition. */
function fillStorage(key: string): void {
  let text = "";
  for (let more = 8 * 1024 * 1024; more >= 1; more /= 2)
    try {
      window.localStorage.setItem(key, text + "x".repeat(more));
      text += "x".repeat(more);
    } catch {
      // This size doesn't fit: try half of it.
    }
}
