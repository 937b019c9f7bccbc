import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { CopyButton } from "../../../console/src/ui/buttons/copy-button.tsx";
import { announce, Toasts } from "../../../console/src/ui/feedback/toasts.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  announce("");
});

const copied: string[] = [];
const aPage = (
  <Toasts>
    <CopyButton text="dk_1" label="Copy key" onCopied={() => copied.push("dk_1")} />
  </Toasts>
);

test("a successful copy is announced", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const page = await render(aPage);
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Copied");
  expect(write.mock.calls).toEqual([["dk_1"]]);
  expect(copied.splice(0)).toEqual(["dk_1"]);
});

test("a blocked copy has its own message", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const page = await render(aPage);
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Your browser blocked copying");
  expect(copied).toEqual([]);
});

test("a page without https, which has no clipboard at all, has its own message too", async () => {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
  const page = await render(aPage);
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Your browser blocked copying");
  expect(copied).toEqual([]);
});
