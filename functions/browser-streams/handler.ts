import { browserStreams } from "../../shared/browser/contract.ts";
import { deliver } from "../edge/deliver.ts";
import * as wiring from "../wiring/browser.ts";

export const handler = deliver(browserStreams, wiring.browserDeliveries);
