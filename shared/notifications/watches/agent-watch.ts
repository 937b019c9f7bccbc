import type { AgentState } from "#shared/agent/api.ts";
import type { Watch } from "./watch.ts";

interface AgentWatchDependencies {
  readonly state: () => Promise<AgentState>;
  /** Returns the name of the service's agent. */
  readonly name: () => Promise<string>;
}

/** Time in milliseconds that an update or a restart of the agent can take without a notification. */
const afterMs = 2 * 60_000;

/** Watches whether the agent, if there is one, is connected. */
export function agentWatch({ state, name }: AgentWatchDependencies): Watch {
  return {
    name: "agent",
    everyMs: 0,
    afterMs,
    async look() {
      if ((await state()) !== "away") return [];
      const named = await name();
      const text = `The agent on ${named} is offline.`;
      return [{ subject: "agent", event: "agent_away", name: named, text }];
    },
    async normal({ name: named }, lasted) {
      // An agent that was removed isn't back.
      if ((await state()) !== "linked") return undefined;
      return { event: "agent_back", text: `The agent on ${named} is online again. It was offline for ${lasted}.` };
    },
  };
}
