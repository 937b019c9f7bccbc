import type { Area } from "../edge/area.ts";

/** Agents on database hosts: enrollment, their list, and their links. */
export const area: Area = {
  streams: false,
  resources: {
    agent: { paths: ["/api/agents"], load: () => import("./agent.ts") },
  },
};
