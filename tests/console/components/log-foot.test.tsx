import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import type { LogLines, LogState } from "../../../console/src/features/logs/lines/log-lines.ts";
import { LogFoot } from "../../../console/src/features/logs/log-foot.tsx";
import { announce, Toasts } from "../../../console/src/ui/feedback/toasts.tsx";

const state: LogState = {
  phase: "ready",
  total: 3,
  sizeBytes: 90,
  countedBytes: 90,
  error: undefined,
  rotations: 0,
  tail: "stream",
};
const lines: LogLines = {
  subscribe: () => () => undefined,
  state: () => state,
  line: () => undefined,
  setVisible: () => undefined,
  retry: () => undefined,
  close: () => undefined,
};

function Foot() {
  return (
    <Toasts>
      <LogFoot lines={lines} name="Event.log" found={undefined} chosen={[0, 1]} onDrop={() => undefined} />
    </Toasts>
  );
}

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void written.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  announce("");
});

/** Sets the service's answer to every call. */
function answering(status: number, body: unknown): void {
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json(body, { status }));
}

const agentIsAway = {
  messages: [{ code: 18120, text: "The agent on the database host is offline." }],
  response: {},
};

test("selected lines are copied", async () => {
  answering(200, { messages: [], response: { lines: [{ text: "first" }, { text: "second" }] } });
  const page = await render(<Foot />);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByText("Copied")).toBeInTheDocument();
  expect(written).toEqual(["first\nsecond"]);
});

test("if they can't be read, the reason is shown, and the clipboard stays unchanged", async () => {
  answering(503, agentIsAway);
  const page = await render(<Foot />);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByText("The agent on the database host is offline.")).toBeInTheDocument();
  expect(written).toEqual([]);
});

test("the same message is shown for a download", async () => {
  answering(503, agentIsAway);
  const page = await render(<Foot />);
  await page.getByRole("button", { name: "Download" }).click();
  await expect.element(page.getByText("The agent on the database host is offline.")).toBeInTheDocument();
});
