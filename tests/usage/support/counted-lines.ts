import { gzipSync } from "node:zlib";
import { consoleLog } from "#shared/aws/console-log.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { countingByLines } from "#shared/usage/lines/counting-by-lines.ts";
import { workers } from "../../../functions/jobs/workers.ts";
import { type WorkEvent, workOn } from "../../../functions/lambda/on-work.ts";
import type { Platform } from "../../../functions/platform.ts";
import { aLogGroup } from "../../logs/support/a-log-group.ts";
import { actingAs } from "../../support/iam/acting-function.ts";

/** Starts functions that count by log lines as on Lambda, CloudWatch's log group with these lines, and the function that adds them up. */
export async function countedLines() {
  const group = await aLogGroup();
  let written: string[] = [];
  let instance = "instance-1";
  let counting: ReturnType<typeof countingByLines> | undefined;
  let handle: ((event: WorkEvent) => Promise<unknown>) | undefined;

  /** Replaces the service's own log and counting. */
  const decorate = (platform: Platform): Platform => {
    const { clock } = platform;
    const log = consoleLog(clock, { keepsApplicationDebug: false }, (line) => written.push(line));
    const current = () => (counting ??= countingByLines(instance, log.counted));
    const given: Platform = {
      ...platform,
      log,
      counting: {
        call: (at, call) => current().call(at, call),
        event: (at, event) => current().event(at, event),
      },
      counters: undefined,
      logLines: group.events,
    };
    handle = countsOn(given);
    return given;
  };

  const invoke = (event: WorkEvent) =>
    actingAs("jobs", async () => {
      if (handle === undefined) throw new Error("No service was started with these lines");
      await handle(event);
    });

  return {
    decorate,
    /** Answers with another instance from here on. */
    nextInstance(name: string): void {
      [instance, counting] = [name, undefined];
    },
    /** Returns the lines written since the last call, as CloudWatch has them. */
    taken(): readonly string[] {
      const lines = written;
      written = [];
      for (const line of lines) group.put(Date.parse(JSON.parse(line).time), line);
      return lines;
    },
    /** Delivers lines as a subscription does: only lines that count. */
    handOver: (lines: readonly string[]) =>
      invoke(subscriptionEvent(lines.filter((line) => "counted" in JSON.parse(line)))),
    sweep: () => invoke({ sweep: "counts" }),
    close: () => group.close(),
  };
}

/** Returns the Lambda entry point of the jobs function, which counts lines, on this platform. */
export function countsOn(platform: Platform): (event: WorkEvent) => Promise<unknown> {
  const entry = workOn(
    { workers, messages: "queue", lines: "counts" },
    { common: platform, open: async () => platform },
  );
  return (event) => entry(event, { getRemainingTimeInMillis: () => 900_000 });
}

/** Returns the event of a subscription, as CloudWatch Logs sends it. */
export function subscriptionEvent(lines: readonly string[], messageType = "DATA_MESSAGE"): WorkEvent {
  const logEvents = lines.map((message, at) => ({
    id: `3${at}`,
    timestamp: Date.parse(JSON.parse(message).time),
    message,
  }));
  const payload = {
    messageType,
    owner: "123456789012",
    logGroup: "/aws/lambda/latchkey-prod",
    logStream: "2026/11/20/[$LATEST]0123456789abcdef",
    subscriptionFilters: ["latchkey-prod-CountedLines"],
    logEvents,
  };
  return { awslogs: { data: gzipSync(JSON.stringify(payload)).toString("base64") } };
}

/** Returns a line as a function on Lambda writes it. */
export function lineAt(at: number, counted: string): string {
  return `${JSON.stringify({ time: timestamp(at), level: "info", status: 200, counted })}\n`;
}
