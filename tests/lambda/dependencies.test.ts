import { expect, test } from "vitest";
import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { serve } from "../../functions/edge/serve.ts";
import { onLambda } from "../../functions/lambda/on-lambda.ts";
import { queueOnSqs } from "../../functions/lambda/openers/queue-on-sqs.ts";
import type { Platform } from "../../functions/platform.ts";

const contract = resource({
  getThing: {
    method: "GET",
    path: "/svc/api/thing",
    summary: "x",
    access: "anyone",
    input: z.object({}),
    output: z.object({ name: z.string() }),
    errors: [],
  },
});
const service = { getThing: async () => ({ name: "thing" }) };

test("an entry that opens less than its wiring names doesn't compile, and neither does a service without an operation", () => {
  const handler = serve(contract, (_platform: Pick<Platform, "queue" | "clock">) => service);
  const entries = [
    () => onLambda(handler, { queue: queueOnSqs }),
    // @ts-expect-error: the wiring names a queue
    () => onLambda(handler, {}),
    // @ts-expect-error: no wiring of this function names agents
    () => onLambda(handler, { queue: queueOnSqs, agents: () => undefined }),
    // @ts-expect-error: the contract has an operation
    () => serve(contract, () => ({})),
  ];
  expect(entries).toHaveLength(4);
});
