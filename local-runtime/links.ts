import { agentLinks } from "../functions/agent/wiring.ts";
import type { Platform } from "../functions/platform.ts";
import type { Links } from "../shared/agent/links.ts";
import type { Around } from "./functions.ts";

/** The service's side of agents' links, which the function `agent` serves on AWS. */
export function linksOn(platform: Platform, around: Around | undefined): Links {
  const links = agentLinks(platform);
  if (around === undefined) return links;
  return {
    open: (...words) => around("agent", () => links.open(...words)),
    hear: (...words) => around("agent", () => links.hear(...words)),
    closed: (...words) => around("agent", () => links.closed(...words)),
    bytes: (...words) => around("agent", () => links.bytes(...words)),
  };
}
