import { queryOptions } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { reading } from "../../api/query.ts";

/** Refresh interval of agents while the page is visible: links open and close without an event. */
const pollMs = 5_000;

/** All agents. There are few: the current one and its predecessors. */
export const allAgents = queryOptions({
  ...reading("GET /svc/api/agents", { limit: 100 }),
  select: ({ agents }) => ({
    current: agents.findLast(isEnrolled),
    former: agents.filter((agent) => !isEnrolled(agent)).toReversed(),
  }),
  refetchInterval: pollMs,
});

function isEnrolled({ state }: Agent): boolean {
  return state !== "revoked";
}
