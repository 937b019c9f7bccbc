import type { ErrorName } from "#shared/contract/errors.ts";
import { clockWindowMs, type Frame } from "./protocol/frame.ts";
import type { HostFault } from "./protocol/message.ts";
import type { AgentRecord, LinkRecord } from "./record.ts";

/** Lifetime of an enrollment code. */
export const codeMs = 10 * 60_000;

/** True if the frame was signed recently enough, by this clock. */
export function isInWindow({ at }: Pick<Frame, "at">, now: number): boolean {
  return Math.abs(now - at) <= clockWindowMs;
}

/** True if the agent has a link and was heard on it recently. */
export function isLinked(link: LinkRecord | undefined, agent: string | undefined, now: number): link is LinkedRecord {
  return link !== undefined && link.connection !== null && link.agent === agent && now - link.heardAt <= link.silentMs;
}
type LinkedRecord = LinkRecord & { readonly connection: string };

export function stateOf({ id, revokedAt }: AgentRecord, link: LinkRecord | undefined, now: number) {
  if (revokedAt !== null) return "revoked";
  return isLinked(link, id, now) ? "linked" : "away";
}

/** Returns the error that callers get for a refusal of the host. */
export function errorOf(fault: HostFault): ErrorName {
  if (fault === "not-found") return "host_file_not_found";
  if (fault === "no-space") return "host_disk_full";
  if (fault === "exists") return "host_name_taken";
  if (fault === "changed") return "host_file_changed";
  if (fault === "conflict") return "upload_offset_wrong";
  if (fault === "taken") return "file_name_taken";
  if (fault === "unknown-command") return "agent_too_old";
  return fault === "failed" || fault === "tool-missing" ? "agent_refused" : "host_file_refused";
}
