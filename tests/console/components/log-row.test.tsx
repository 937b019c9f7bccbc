import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { LogRow } from "../../../console/src/features/logs/lines/log-row.tsx";

test("a line longer than its row starts at its beginning, even with a match at its end", async () => {
  const text = `${"a long way ".repeat(40)}_find`;
  const page = await render(
    <div style={{ width: "320px" }}>
      <LogRow
        digits={3}
        marker={(line) => [line.slice(0, -5), "_find", ""]}
        shown={{ text, time: null, level: "info", columns: {} }}
      />
    </div>,
  );
  const found = page.getByText("_find", { exact: true }).element();
  const line = found.parentElement;
  expect(line?.scrollWidth).toBeGreaterThan(320);
  found.scrollIntoView({ inline: "end" });
  expect(line?.scrollLeft).toBe(0);
});
