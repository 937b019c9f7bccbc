import type { Point } from "../contract.ts";
import { fullDisks, type HostObservations, linkedText } from "../parts/host-watch.ts";
import { point } from "./point.ts";

/** Returns the prerequisites for the hosts that run tasks, without those that are unknown or not in use. */
export function hostPoints(observations: HostObservations): readonly Point[] {
  return [...agentPoints(observations), ...diskPoints(observations)];
}

/** Checks the agent, which calls with keys don't need. */
function agentPoints(observations: HostObservations): readonly Point[] {
  const { agent } = observations;
  if (agent === "none") return [];
  const { ok, warning } = point("agent_linked");
  if (agent === "linked") return [ok(`The agent on the database host ${linkedText(observations)}.`)];
  return [
    warning(
      agent === "away"
        ? "The agent on the database host is offline."
        : "The agent on the database host does not respond.",
      "Calls with keys still work. Start the agent's service on the database host, and check its log there.",
    ),
  ];
}

function diskPoints(observations: HostObservations): readonly Point[] {
  if (observations.disks.length === 0) return [];
  const { ok, failed } = point("disk_space");
  const full = fullDisks(observations);
  if (full === undefined) return [ok("The disks have enough free space.")];
  return [
    failed(
      `A disk is full: ${full}.`,
      "Free space on the disk, or lower `DISK_FLOOR_MB`; empty the trash, and delete unused files.",
    ),
  ];
}
