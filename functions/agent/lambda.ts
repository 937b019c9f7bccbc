import { onCallsAndSockets } from "../lambda/on-sockets.ts";
import { area } from "./area.ts";

/** Handles both administrators' calls about agents and the messages that agents send on their link. */
export const handler = onCallsAndSockets(area, () => import("./agent.ts"));
