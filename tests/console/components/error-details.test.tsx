import { afterEach, expect, vi } from "vitest";
import { render } from "vitest-browser-react";
import { BrokenPage } from "../../../console/src/app/page/broken-page.tsx";
import { verifies } from "../../support/verifies.ts";

afterEach(() => vi.restoreAllMocks());

verifies("system:console:broken-details", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2026, 10, 20, 9, 15, 2));
  const error = new TypeError("rows is not a list");
  error.stack =
    "TypeError: rows is not a list\n    at Rows (assets/keys-1f.js:1:20)\n    at page (assets/start-2a.js:3:4)";
  history.replaceState(null, "", "/svc/console/keys?q=Web+shop");
  const page = await render(<BrokenPage error={error} reset={() => undefined} />);
  await page.getByRole("button", { name: "Copy details" }).click();
  expect(write.mock.calls[0]?.[0].split("\n")).toEqual([
    "TypeError: rows is not a list",
    "Page: /svc/console/keys?q=Web+shop",
    "Version: 1.2.3",
    "Time: 2026-11-20T09:15:02.000Z",
    `Browser: ${navigator.userAgent}`,
    "",
    "at Rows (assets/keys-1f.js:1:20)",
    "    at page (assets/start-2a.js:3:4)",
  ]);
});
