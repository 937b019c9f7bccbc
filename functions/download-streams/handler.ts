import { downloadStreams } from "../../shared/files/downloads/contract.ts";
import { deliver } from "../edge/deliver.ts";
import * as wiring from "../wiring/downloads.ts";

export const handler = deliver(downloadStreams, wiring.downloadDeliveries);
