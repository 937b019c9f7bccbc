import { useState } from "react";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import type { Process, ProcessLogLine } from "#shared/processes/contract.ts";
import { PhaseList } from "../../../console/src/features/processes/phase-list.tsx";
import { RunHead } from "../../../console/src/features/processes/run-head.tsx";
import { RunLog } from "../../../console/src/features/processes/run-log.tsx";
import { useAnnouncement } from "../../../console/src/features/processes/use-announcement.ts";
import { aLine, aProcess, now } from "./support/a-process.ts";

function Phases({ process }: { readonly process: Process }) {
  const [chosen, setChosen] = useState<string>();
  return <PhaseList process={process} now={now} chosen={chosen} onChoose={setChosen} />;
}

function Log({ lines, isOpen = true }: { readonly lines: readonly ProcessLogLine[]; readonly isOpen?: boolean }) {
  const [phase, setPhase] = useState<string | undefined>("copy");
  return (
    <div className="flex h-[300px]">
      <RunLog lines={lines} phase={phase} isOpen={isOpen} onPhase={setPhase} />
    </div>
  );
}

test("each phase shows its state and duration", async () => {
  const page = await render(<Phases process={aProcess()} />);
  await expect.element(page.getByRole("button", { name: /prepare.*done.*20 s/ })).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /copy.*running.*30 s/ })).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /tidy.*pending/ })).toBeInTheDocument();
  await expect.element(page.getByRole("progressbar", { name: "copy" })).toHaveAttribute("aria-valuenow", "25");
  await page.getByRole("button", { name: /tidy/ }).click();
  await expect.element(page.getByRole("button", { name: /tidy/ })).toHaveAttribute("aria-pressed", "true");
});

test("a failed run says where, and which phases were skipped", async () => {
  const page = await render(<Phases process={aProcess({ state: "failed", endedAt: new Date(now).toISOString() })} />);
  await expect.element(page.getByRole("button", { name: /copy.*failed/ })).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /tidy.*skipped/ })).toBeInTheDocument();
});

test("progress is shown with rate and time left if the end is known", async () => {
  const page = await render(<RunHead process={aProcess()} now={now} />);
  await expect
    .element(page.getByText("Phase 2 of 3 · copy · 30 of 120 files · 1 files/s · 1 min 30 s left"))
    .toBeInTheDocument();
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await expect.element(page.getByText("You can leave this page. The task keeps running.")).toBeInTheDocument();
});

test("without a known end, the bar only shows activity", async () => {
  const page = await render(<RunHead process={aProcess({ total: null, etaSeconds: null })} now={now} />);
  const bar = page.getByRole("progressbar");
  await expect.element(bar).toBeInTheDocument();
  expect(bar.element().hasAttribute("aria-valuenow")).toBe(false);
  await expect.element(page.getByText("Phase 2 of 3 · copy · 30 files · 1 files/s")).toBeInTheDocument();
});

test("the first error is pinned at the top, and shown in context on request", async () => {
  const lines = Array.from({ length: 400 }, (_, index) => aLine(index + 1));
  const error = aLine(401, { level: "error", text: "a file was missing", phase: "tidy" });
  const page = await render(<Log lines={[...lines, error, aLine(402, { level: "error", text: "another one" })]} />);
  await expect.element(page.getByText("First error:")).toBeInTheDocument();
  expect(page.getByRole("log").getByText("a file was missing").query()).toBeNull();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.element(page.getByRole("region", { name: "Selected line" })).toMatchTextContent(/a file was missing/);
  await expect.element(page.getByRole("log", { name: "Log: tidy" })).toBeInTheDocument();
});

test("the log of a phase contains only its lines, the last of them visible while it runs", async () => {
  const lines = Array.from({ length: 200 }, (_, index) =>
    aLine(index + 1, { phase: index < 100 ? "prepare" : "copy" }),
  );
  const page = await render(<Log lines={lines} />);
  await expect.element(page.getByText("line 200", { exact: true })).toBeInTheDocument();
  const log = page.getByRole("log").element() as HTMLElement;
  expect(log.scrollHeight).toBe(2_000);
});

function Received({ process }: { readonly process: Process }) {
  return <output>{useAnnouncement(process)}</output>;
}

test("start, quarters, and end are announced once each", async () => {
  const page = await render(<Received process={aProcess({ state: "queued", phase: null, phases: [], done: 0 })} />);
  const reported = page.getByRole("status");
  const steps: readonly (readonly [Partial<Process>, string])[] = [
    [{ done: 0 }, "Copy containers started"],
    [{ done: 29 }, "Copy containers started"],
    [{ done: 31 }, "Copy containers: 25 percent"],
    [{ done: 58 }, "Copy containers: 25 percent"],
    [{ done: 95 }, "Copy containers: 75 percent"],
    [{ done: 120, state: "doneWithErrors" }, "Copy containers: Done with errors"],
  ];
  for (const [options, text] of steps) {
    await page.rerender(<Received process={aProcess({ phase: null, phases: [], ...options })} />);
    await expect.element(reported).toHaveTextContent(text);
  }
});
