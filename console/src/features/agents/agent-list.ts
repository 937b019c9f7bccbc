import { queryOptions } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { reading } from "../../api/query.ts";

/** How often agents are read while the page is visible: links come and go without an event. */
const restMs = 5_000;

/** All agents. There are few: one that works, and those before it. */
export const allAgents = queryOptions({
  ...reading("GET /svc/api/agents", { limit: 100 }),
  select: ({ agents }) => ({
    current: agents.findLast(isEnrolled),
    former: agents.filter((agent) => !isEnrolled(agent)).toReversed(),
  }),
  refetchInterval: restMs,
});

function isEnrolled({ state }: Agent): boolean {
  return state !== "revoked";
}
