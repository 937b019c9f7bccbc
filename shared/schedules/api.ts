/** Actions that schedules run, and start times. */

export type { ActionHandler, RunContext } from "./action.ts";
export type { StartMoment } from "./start-moment.ts";
