import { logStreams } from "../../shared/logs/contract.ts";
import { deliver } from "../edge/deliver.ts";
import * as wiring from "../wiring/logs.ts";

export const handler = deliver(logStreams, wiring.logDeliveries);
