import { stat } from "node:fs/promises";
import { machine, userInfo } from "node:os";
import type { Finding } from "../finding.ts";

/** Checks that this runs as the agent's own account: another one has other permissions, so its results say nothing about the agent. */
export async function accountFindings(folder: string): Promise<readonly Finding[]> {
  return [await accountFinding(folder, process.getuid?.()), ...processorFindings()];
}

/** `uid`: account of this process. Undefined on Windows. */
export async function accountFinding(folder: string, uid: number | undefined): Promise<Finding> {
  const check = "account";
  const { username } = userInfo();
  const owner = await stat(folder).catch(() => undefined);
  if (uid !== undefined && owner !== undefined && owner.uid !== uid)
    return {
      check,
      state: "failed",
      text: `This runs as ${username}, but the agent's folder ${folder} belongs to another account (uid ${owner.uid}). The results for folders don't apply to the agent.`,
      remedy: `Run doctor as the agent's account: sudo -u '#${owner.uid}', followed by the same command.`,
    };
  if (uid === 0)
    return {
      check,
      state: "warning",
      text: "The agent runs as root, which can write everywhere.",
      remedy: "Run the agent with its unit, as the account latchkey-agent in the group of FileMaker Server's files.",
    };
  const groups = process.getgroups?.().join(", ");
  return {
    check,
    state: "ok",
    text: `Runs as ${username}${groups === undefined ? "" : ` with the groups ${groups}`}.`,
  };
}

/** Compares Node's processor with the machine's: a program for another one needs a translator that a later system may not have. */
function processorFindings(): readonly Finding[] {
  const isArm = /^(?:arm64|aarch64)$/i.test(machine());
  if (!isArm || process.arch === "arm64") return [];
  return [
    {
      check: "processor",
      state: "warning",
      text: `Node was built for ${process.arch}, and this machine has an ARM processor.`,
      remedy: "Run the agent with a Node for this processor, from nodejs.org.",
    },
  ];
}
