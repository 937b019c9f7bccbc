import { expect, test } from "vitest";
import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { defineResource } from "../../functions/edge/resource.ts";
import { needs } from "../../functions/needs.ts";
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

test("a resource whose needs differ from its wiring doesn't compile, and neither does one without an operation", () => {
  const wiring = (_platform: Pick<Platform, "queue" | "clock">) => service;
  const definitions = [
    () => defineResource({ contract, wiring, needs: needs({ parts: { queue: ["send"] } }) }),
    // @ts-expect-error: the wiring uses a queue
    () => defineResource({ contract, wiring, needs: needs() }),
    // @ts-expect-error: the wiring doesn't use agents
    () => defineResource({ contract, wiring, needs: needs({ parts: { queue: ["send"], agents: "send" } }) }),
    // @ts-expect-error: the contract has an operation
    () => defineResource({ contract, wiring: () => ({}), needs: needs() }),
  ];
  expect(definitions).toHaveLength(4);
});
