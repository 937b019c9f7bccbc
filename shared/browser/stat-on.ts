import type { Hands } from "../agent/hands.ts";
import type { BrowserEntry } from "../contract/agent/browser-commands.ts";
import { deadlines } from "./deadlines.ts";
import type { HostPlace } from "./rules.ts";

/** What the host knows of a place. @throws ServiceError what the host or its absence says */
export function statOn(hands: () => Hands) {
  return (place: HostPlace): Promise<BrowserEntry> => hands().request("browser.stat", place, deadlines.short);
}
