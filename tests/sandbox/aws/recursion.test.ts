import { expect, test } from "vitest";
import { maxHops, nextHop } from "../../../sandbox/aws/lambda/recursion.ts";

/** Runs a chain of invocations that starts with `trace`. Returns the number of those that run. */
function chain(functions: readonly string[], most: number, ...setting: ["Allow"] | []): number {
  let trace: string | undefined;
  for (let run = 0; run < most; run += 1) {
    const hop = nextHop(trace, functions[run % functions.length] as string, ...setting);
    if (hop.isStopped) return run;
    trace = hop.trace;
  }
  return most;
}

test("a function whose messages invoke itself runs 16 times in a chain of requests", () => {
  expect(maxHops).toBe(16);
  expect(chain(["jobs"], 100)).toBe(16);
});

test("two functions that invoke each other each run 16 times", () => {
  expect(chain(["jobs", "attempts"], 100)).toBe(32);
});

test("a function that allows recursion isn't stopped", () => {
  expect(chain(["jobs"], 100, "Allow")).toBe(100);
});

test("a request without a trace header starts a new chain", () => {
  const first = nextHop(undefined, "jobs");
  const other = nextHop(undefined, "jobs");
  expect(first.trace).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Lineage=[0-9a-f]{8}:1$/);
  expect(other.trace.split(";")[0]).not.toBe(first.trace.split(";")[0]);
});

test("the other fields of a trace header are kept, and the lineages of other functions", () => {
  const trace = "Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=a87bd80c:1";
  const { trace: next } = nextHop(trace, "jobs");
  expect(next).toMatch(
    /^Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=a87bd80c:1\|[0-9a-f]{8}:1$/,
  );
});
