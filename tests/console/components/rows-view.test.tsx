import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type RowsHandle, RowsView } from "../../../console/src/ui/rows/rows-view.tsx";
import { longestSpacer } from "../../../console/src/ui/rows/scaled-scroll.ts";

const million = 1_050_010;

interface Seen {
  first: number;
  end: number;
}

/** Renders a window of ten and a half rows over many rows. The height can be halved. */
function Rows({
  start,
  follows = false,
  seen,
}: {
  readonly start: number;
  readonly follows?: boolean;
  readonly seen?: Seen;
}) {
  const [rows, setRows] = useState(start);
  const [sticks, setSticks] = useState(follows);
  const [current, setCurrent] = useState<number>();
  const [handle, setHandle] = useState<RowsHandle | null>(null);
  const [isLow, setLow] = useState(false);
  return (
    <>
      <div className={`flex w-[600px] flex-col ${isLow ? "h-[105px]" : "h-[210px]"}`}>
        <RowsView
          label="Rows"
          rows={rows}
          row={(number) => <span>row {number}</span>}
          sticks={sticks}
          onStick={setSticks}
          current={current}
          onCurrent={setCurrent}
          handle={setHandle}
          onVisible={(first, end) => Object.assign(seen ?? {}, { first, end })}
        />
      </div>
      <button type="button" onClick={() => setRows(rows + 1_000)}>
        add
      </button>
      <button type="button" onClick={() => handle?.show(700_000, "middle")}>
        jump
      </button>
      <button type="button" onClick={() => setLow(true)}>
        lower
      </button>
      <output>
        {sticks ? "sticks" : "loose"} {current ?? "none"}
      </output>
    </>
  );
}

async function shown(element: React.ReactElement) {
  const page = await render(element);
  const log = page.getByRole("log");
  const box = log.element() as HTMLElement;
  const rows = () => [...box.querySelectorAll<HTMLElement>("[data-row]")];
  return {
    page,
    box,
    row: (number: number) => page.getByText(`row ${number}`, { exact: true }),
    first: () => Number(rows()[0]?.dataset.row),
    count: () => rows().length,
    wheel: (deltaY: number) => box.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true })),
  };
}

test("only visible rows are rendered", async () => {
  const seen = { first: -1, end: -1 };
  const { count, row, box } = await shown(<Rows start={million} seen={seen} />);
  await expect.element(row(10)).toBeInTheDocument();
  expect(count()).toBe(11);
  expect(seen).toEqual({ first: 0, end: 11 });
  expect(box.scrollHeight).toBe(longestSpacer);
});

test("a dragged scroll bar stays in place, even if rows are added before the browser has reported the move", async () => {
  const { page, row, box, first } = await shown(<Rows start={million} />);
  await expect.element(row(0)).toBeInTheDocument();
  const add = page.getByRole("button", { name: "add" }).element() as HTMLElement;
  for (const share of [0.5, 0.2, 0.9]) {
    box.scrollTop = share * (box.scrollHeight - box.clientHeight);
    add.click();
    await expect.poll(() => Math.round((first() / million) * 10)).toBe(share * 10);
  }
  await expect.element(page.getByText("loose none")).toBeInTheDocument();
});

test("the bar reaches both ends, and any position between by ratio", async () => {
  const { row, box, first } = await shown(<Rows start={million} />);
  box.scrollTop = box.scrollHeight;
  await expect.element(row(million - 1)).toBeInTheDocument();
  box.scrollTop = (box.scrollHeight - box.clientHeight) / 2;
  await expect.poll(() => Math.round(first() / 1_000)).toBe(525);
  box.scrollTop = 0;
  await expect.element(row(0)).toBeInTheDocument();
});

test("a wheel moves by real pixels, and skips no row of a million", async () => {
  const { first, wheel, row } = await shown(<Rows start={million} />);
  await expect.element(row(0)).toBeInTheDocument();
  for (let turns = 1; turns <= 30; turns += 1) {
    wheel(20);
    await expect.poll(first).toBe(turns);
  }
});

test("rows that fit the bar scroll natively", async () => {
  const { first, box, row } = await shown(<Rows start={500} />);
  expect(box.scrollHeight).toBe(10_000);
  box.scrollTop = 1_234;
  await expect.poll(first).toBe(61);
  box.scrollTop = 10_000;
  await expect.element(row(499)).toBeInTheDocument();
});

test("the view stays at the end while rows are added, and stops following when the user scrolls up", async () => {
  const { page, row, wheel, first } = await shown(<Rows start={million} follows />);
  await expect.element(row(million - 1)).toBeInTheDocument();
  await page.getByRole("button", { name: "add" }).click();
  await expect.element(row(million + 999)).toBeInTheDocument();
  wheel(-200);
  await expect.element(page.getByRole("status")).toMatchTextContent(/loose/);
  const before = first();
  await page.getByRole("button", { name: "add" }).click();
  await expect.element(row(before + 2)).toBeInTheDocument();
  expect(first()).toBe(before);
  wheel(1_000_000);
  await expect.element(page.getByRole("status")).toMatchTextContent(/sticks/);
});

test("selecting a row at the end moves no row", async () => {
  const { page, row, first } = await shown(<Rows start={500} follows />);
  await expect.element(row(499)).toBeInTheDocument();
  const before = first();
  await row(495).click();
  await expect.element(page.getByRole("status")).toMatchTextContent(/495/);
  expect(first()).toBe(before);
});

test("keys move the window, or the selected row", async () => {
  const { page, box, first, row } = await shown(<Rows start={million} />);
  await expect.element(row(0)).toBeInTheDocument();
  box.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.poll(first).toBe(2);
  await userEvent.keyboard("{PageDown}");
  await expect.poll(first).toBe(11);
  await userEvent.keyboard("{End}");
  await expect.element(row(million - 1)).toBeInTheDocument();
  await row(million - 3).click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("status")).toMatchTextContent(String(million - 4));
  await userEvent.keyboard("{Home}");
  await expect.element(row(0)).toBeInTheDocument();
  await expect.element(page.getByRole("status")).toMatchTextContent(/\b0$/);
});

test("a requested row is in the middle", async () => {
  const { page, row, first } = await shown(<Rows start={million} />);
  await page.getByRole("button", { name: "jump" }).click();
  await expect.element(row(700_000)).toBeInTheDocument();
  expect(first()).toBe(699_995);
});

test("a window that shrinks keeps the selected row visible", async () => {
  const { page, row, first } = await shown(<Rows start={500} />);
  await row(9).click();
  await page.getByRole("button", { name: "lower" }).click();
  await expect.poll(first).toBe(4);
  await expect.element(row(9)).toBeInTheDocument();
});
