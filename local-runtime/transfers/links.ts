import type { Links } from "#shared/agent/link/links.ts";
import { agentLinks } from "../../functions/agent/agent.ts";
import type { Platform } from "../../functions/platform.ts";
import type { Around } from "../functions.ts";

/** Returns the service side of agent links, which the function `agent` serves on AWS. */
export function linksOn(platform: Platform, around: Around | undefined): Links {
  const links = agentLinks(platform);
  if (around === undefined) return links;
  return {
    open: (...words) => around("agent", () => links.open(...words)),
    onMessage: (...words) => around("agent", () => links.onMessage(...words)),
    onClosed: (...words) => around("agent", () => links.onClosed(...words)),
    bytes: (...words) => around("agent", () => links.bytes(...words)),
  };
}
