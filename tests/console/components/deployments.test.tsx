import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { copyOf } from "../../../console/src/features/deployments/asked-for.ts";
import { ClosedClock } from "../../../console/src/features/deployments/closed-clock.tsx";
import { DeploymentChip } from "../../../console/src/features/deployments/deployment-chip.tsx";
import type { DeploymentPart } from "../../../console/src/features/deployments/deployments.ts";
import { Durations } from "../../../console/src/features/deployments/durations.tsx";
import { ServerFields } from "../../../console/src/features/deployments/form/sources/server-fields.tsx";
import { newSource, type SourceOf } from "../../../console/src/features/deployments/form/sources/sources.ts";
import { verifies } from "../../support/verifies.ts";
import { aProcess, now } from "./support/a-process.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();

verifies("deployments:console:closed", async () => {
  const closing = [
    { phase: "fetching", startedAt: at(0), endedAt: at(20) },
    { phase: "closing", startedAt: at(20), endedAt: at(22) },
  ];
  const page = await render(
    <ClosedClock process={aProcess({ phaseRuns: [] })} now={now} closedMs={null} isRehearsal={false} />,
  );
  await expect.element(page.getByText("All files are open.")).toBeInTheDocument();
  const show = (phaseRuns: typeof closing, closedMs: number | null = null, isRehearsal = false) =>
    page.rerender(
      <ClosedClock process={aProcess({ phaseRuns })} now={now} closedMs={closedMs} isRehearsal={isRehearsal} />,
    );
  await show(closing);
  await expect.element(page.getByRole("timer")).toMatchTextContent("Files have been closed for 30 s");
  await show([...closing, { phase: "opening", startedAt: at(22), endedAt: at(25) }]);
  await expect.element(page.getByText("Files were closed for 5 s in total.")).toBeInTheDocument();
  await show(closing, 2_000);
  await expect.element(page.getByText("Files were closed for 2 s in total.")).toBeInTheDocument();
  await show(closing, null, true);
  await expect.element(page.getByText("Rehearsals don't close files.")).toBeInTheDocument();
});

verifies("deployments:console:durations", async () => {
  const run = (id: number, seconds: number, closed_ms: number) => ({
    ...{ id, name: "Release", recipeId: null },
    parts: [
      { ...part, id, started_at: at(0), updated_at: at(seconds), final_result: "successful", closed_ms },
    ] as readonly DeploymentPart[],
  });
  const page = await render(<Durations runs={[run(1, 20, 2_000), run(2, 50, 5_000)]} />);
  const strip = page.getByRole("img", { name: "2 runs, 20 s to 50 s" });
  await expect.element(strip).toBeInTheDocument();
  expect(strip.element().querySelectorAll("title")[1]?.textContent).toMatch(/: 50 s, files closed for 5 s$/);
});

test("another server as a source has a switch for pushing the build", async () => {
  const changed = vi.fn();
  const source = { ...newSource("service"), serverUrl: "https://dev.example.com" } as SourceOf<"service">;
  const page = await render(<ServerFields source={source} isSent={false} onChange={changed} />);
  const brings = page.getByRole("switch", { name: "The other server pushes the build" });
  await expect.element(brings).not.toBeChecked();
  await brings.click();
  expect(changed).toHaveBeenCalledWith({ ...source, pushBuild: true });
  await page.rerender(<ServerFields source={{ ...source, pushBuild: true }} isSent={false} onChange={changed} />);
  await expect.element(brings).toBeChecked();
});

test("for several parts, the chip shows running ones first, then failed ones", async () => {
  const done = { status: "complete", final_result: "successful", hasErrors: false } as const;
  const page = await render(
    <ul>
      {[
        [done, { ...done, status: "running", final_result: null } as const],
        [done, { ...done, final_result: "failed" } as const],
        [done, { ...done, hasErrors: true }],
        [done],
      ].map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={index}>
          <DeploymentChip parts={parts} />
        </li>
      ))}
    </ul>,
  );
  const texts = [...page.container.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(texts).toEqual(["Running", "Failed", "Successful with errors", "Successful"]);
});

verifies("deployments:get:request", "the console's form starts with all of it", async () => {
  const chainedActions = [
    { type: "build_start", url: "https://dev.example.com/********", apiKey: "********", sendOnFailure: false } as const,
  ];
  const whole = { id: 3, name: "Release", recipeId: null, abortRemaining: true, chainedActions };
  const parts = [{ ...part, id: 5, started_at: at(0), updated_at: at(1), closed_ms: null, final_result: "failed" }];
  expect(copyOf({ ...whole, parts: parts as readonly DeploymentPart[] })).toEqual({
    request: { label: "Release", deployments: [{}], abortRemaining: true, chainedAction: chainedActions },
    secretsOf: { kind: "deployment", id: 3 },
  });
});

const part = {
  ...{ name: null, file_count: 1, running: 0, status: "complete", log: [], deployment_payload: {} },
  ...{ created_at: at(0), message: null, process_id: 1, hasErrors: false, rehearsal: false, migrations: [] },
} as const;
