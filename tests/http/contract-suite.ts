import { expect, test } from "vitest";
import { addresses } from "./cases/addresses.ts";
import { answers } from "./cases/answers.ts";
import { bodies } from "./cases/bodies.ts";
import { connections } from "./cases/connections.ts";
import { headers } from "./cases/headers.ts";
import { management } from "./cases/management.ts";
import { queries } from "./cases/queries.ts";
import type { ContractCase, Stage } from "./contract-case.ts";
import type { Difference } from "./expected-differences.ts";
import { observedCall } from "./observed-call.ts";

/** All cases of the contract, by topic. */
export const contract: Readonly<Record<string, readonly ContractCase[]>> = {
  addresses,
  queries,
  headers,
  bodies,
  answers,
  management,
  connections,
};

/** Checks a stage against the contract, except for the differences. A listed difference that no longer occurs fails. */
export function contractSuite(stage: Stage, differences: readonly Difference[] = []): void {
  for (const [topic, cases] of Object.entries(contract)) {
    for (const one of cases) {
      const own = differences.filter((difference) => difference.case === one.name);
      test(`${topic}: ${one.name}${own.length === 0 ? "" : " (differs as expected)"}`, async () => {
        const facts = "act" in one ? await one.act(stage) : await observedCall(stage, one);
        expect(facts).toEqual({ ...one.expect, ...Object.assign({}, ...own.map(({ instead }) => instead)) });
      });
    }
  }
}
