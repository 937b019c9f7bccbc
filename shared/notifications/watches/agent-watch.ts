import type { AgentState } from "#shared/agent/agent-client.ts";
import type { Watch } from "./watch.ts";

interface AgentWatchDependencies {
  readonly state: () => Promise<AgentState>;
  /** What the agent that works for the service is called. */
  readonly name: () => Promise<string>;
}

/** An agent that is updated or started again is back before that. */
const afterMs = 2 * 60_000;

/** Whether the agent is linked, where there is one. */
export function agentWatch({ state, name }: AgentWatchDependencies): Watch {
  return {
    name: "agent",
    everyMs: 0,
    afterMs,
    async look() {
      if ((await state()) !== "away") return [];
      const named = await name();
      const text = `The agent on ${named} has no link to Latchkey.`;
      return [{ subject: "agent", event: "agent_away", name: named, text }];
    },
    async normal({ name: named }, lasted) {
      // One that was removed is not back.
      if ((await state()) !== "linked") return undefined;
      return { event: "agent_back", text: `The agent on ${named} is linked again. It was away for ${lasted}.` };
    },
  };
}
