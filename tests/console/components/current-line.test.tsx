import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { useCurrentLine } from "../../../console/src/features/logs/lines/use-current-line.ts";
import type { RowsHandle } from "../../../console/src/ui/rows/rows-view.tsx";

/** A log that is opened by a click, as by its last bytes arriving: before that, it has no rows. */
function Log({ line, onShow }: { readonly line?: number; readonly onShow: (row: number) => void }) {
  const [isReady, setReady] = useState(false);
  const [search, setSearch] = useState<{ readonly line?: number | undefined }>(line === undefined ? {} : { line });
  const rows = useRef<RowsHandle | null>(null);
  if (isReady) rows.current ??= { show: onShow, focus: () => undefined };
  const { current, choose } = useCurrentLine({
    search,
    onSearch: (change) => setSearch(change),
    rows,
    isReady,
  });
  return (
    <>
      <button type="button" onClick={() => choose(2_000, false)}>
        last error
      </button>
      <button type="button" onClick={() => setReady(true)}>
        open
      </button>
      <output>
        {current ?? "none"} {search.line ?? "none"}
      </output>
    </>
  );
}

test("a line that is chosen while the log is being opened is shown when it is open", async () => {
  const shown: number[] = [];
  const page = await render(<Log onShow={(row) => shown.push(row)} />);
  await page.getByRole("button", { name: "last error" }).click();
  await page.getByRole("button", { name: "open" }).click();
  await expect.element(page.getByText("2000 2001")).toBeInTheDocument();
  expect(shown).toEqual([2_000]);
});

test("an address with a line leads to it", async () => {
  const shown: number[] = [];
  const page = await render(<Log line={71} onShow={(row) => shown.push(row)} />);
  await page.getByRole("button", { name: "open" }).click();
  await expect.element(page.getByText("70 71")).toBeInTheDocument();
  expect(shown).toEqual([70]);
});

test("a line that is chosen while an address is being opened wins", async () => {
  const shown: number[] = [];
  const page = await render(<Log line={71} onShow={(row) => shown.push(row)} />);
  await page.getByRole("button", { name: "last error" }).click();
  await page.getByRole("button", { name: "open" }).click();
  await expect.element(page.getByText("2000 2001")).toBeInTheDocument();
  expect(shown).toEqual([2_000]);
});
