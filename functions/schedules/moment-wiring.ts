import { type StartMoment, startMoments } from "#shared/schedules/start-moment.ts";
import { agentRecords } from "../agent/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Returns the start time of jobs that are scheduled for later. */
export const startMoment = memoized((platform: Pick<Platform, "table">): StartMoment => {
  const agents = agentRecords(platform);
  return startMoments({
    async hostTimeZone() {
      const id = await agents.activeId();
      const agent = id === undefined ? undefined : await agents.agent(id);
      return agent?.report?.timeZone;
    },
  });
});
