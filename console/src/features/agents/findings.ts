import type { Agent } from "#shared/agent/contract.ts";
import { agentMessages } from "../../messages/english/agents.ts";

/** Requirement of an agent on its host, and its state. */
export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** Fix, if there is a problem. */
  readonly remedy?: string;
}

type Findable = Pick<Agent, "report" | "serverKey" | "isOutdated">;

const text = agentMessages.finds;

/** Returns the problems on the host that the agent has reported, most severe first. */
export function findingsOf({ report, serverKey, isOutdated }: Findable): readonly Finding[] {
  if (report === null) return [];
  const tools = report.tools.map(({ name, isThere }): Finding => {
    if (isThere) return { state: "ok", text: text.toolThere(name) };
    const state = name === "fmsadmin" ? "failed" : "warning";
    return { state, text: text.toolMissing(name), remedy: text.toolRemedy };
  });
  const folders = report.folders.map(({ root, isThere, isWritable }): Finding => {
    const name = agentMessages.roots[root];
    if (!isThere) {
      const state = root === "databases" ? "failed" : "warning";
      return { state, text: text.folderMissing(name), remedy: text.folderMissingRemedy };
    }
    // The agent only reads logs.
    if (!isWritable && root !== "logs")
      return { state: "warning", text: text.folderReadOnly(name), remedy: text.folderReadOnlyRemedy };
    return { state: "ok", text: text.folderThere(name) };
  });
  const key: readonly Finding[] =
    serverKey !== null && serverKey.registeredAt === null
      ? [{ state: "warning", text: text.keyMissing, remedy: text.keyRemedy }]
      : [];
  const version: readonly Finding[] = isOutdated
    ? [{ state: "warning", text: text.outdated(report.agentVersion), remedy: text.outdatedRemedy }]
    : [];
  const order = ["failed", "warning", "ok"];
  return [...version, ...tools, ...folders, ...key].sort(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
}
