import { readFileSync } from "node:fs";
import { reportHost } from "../commands/report-host.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { type Identity, readIdentity } from "../link/identity.ts";
import { keyFinding } from "./key-finding.ts";
import { readMissingCapabilities } from "./missing-capabilities.ts";

const largestSkewMs = 60_000;

/** Checks everything that the agent needs on this host, and the connection to the service. */
export async function findings(
  host: Host,
  folder: string,
  adminAddress: string,
  now: number,
): Promise<readonly Finding[]> {
  const { tools, folders } = await reportHost(host);
  const identity = identityIn(folder);
  return [
    ...tools.map(({ name, isThere }): Finding => {
      if (isThere) return { state: "ok", text: `${name} is there.` };
      const remedy = `Install FileMaker Server with its tools, or say with --server-path where it is: ${host.tool(name)} is missing.`;
      return { state: name === "fmsadmin" ? "failed" : "warning", text: `${name} is missing.`, remedy };
    }),
    ...folders.map(({ root, isThere, isWritable, freeBytes }): Finding => {
      const path = host.roots[root];
      if (!isThere)
        return {
          state: root === "databases" ? "failed" : "warning",
          text: `The folder for ${root} cannot be read.`,
          remedy: `Let the agent's account into ${path}: on Linux and macOS it belongs to the group fmsadmin.`,
        };
      if (!isWritable && root !== "logs")
        return {
          state: "warning",
          text: `The folder for ${root} cannot be written.`,
          remedy: `Let the group fmsadmin write into ${path}.`,
        };
      return { state: "ok", text: `The folder for ${root} is there, with ${gigabytes(freeBytes ?? 0)} GB free.` };
    }),
    "finding" in identity
      ? identity.finding
      : { state: "ok", text: `Enrolled as ${identity.id} at ${identity.linkAddress}.` },
    ...("finding" in identity
      ? []
      : [await clockAndConnection(identity, now), await keyFinding(identity, folder, adminAddress, now)]),
    ...outdatedFindings(folder),
    ...processListFindings(),
  ];
}

function identityIn(folder: string): Identity | { readonly finding: Finding } {
  const remedy = "Create a code in the console and hand it to: latchkey-agent enrol <address>";
  try {
    return readIdentity(folder) ?? { finding: { state: "failed", text: `No agent is enrolled in ${folder}.`, remedy } };
  } catch (thrown) {
    // Its text says what to do.
    return { finding: { state: "failed", text: thrown instanceof Error ? thrown.message : String(thrown) } };
  }
}

/** Returns what the service reported when the agent was last connected. */
function outdatedFindings(folder: string): readonly Finding[] {
  const missing = readMissingCapabilities(folder);
  if (missing.length === 0) return [];
  return [
    {
      state: "warning",
      text: `The service is newer than this agent, which does not know: ${missing.join(", ")}.`,
      remedy: "Put the program of the service's release in place of this one and start it again. Its enrolment stays.",
    },
  ];
}

/** Compares the clocks, and checks the connection. The service's own time is in all of its responses. */
async function clockAndConnection({ linkAddress }: Identity, now: number): Promise<Finding> {
  const address = linkAddress.replace(/^ws/, "http");
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    const date = Date.parse(answer.headers.get("date") ?? "");
    if (Math.abs(date - now) <= largestSkewMs)
      return { state: "ok", text: "The service is reached, and the clocks agree." };
    return {
      state: "failed",
      text: `The clocks differ: ${new Date(now).toISOString()} here, ${answer.headers.get("date") ?? "nothing"} there.`,
      remedy: "Set the clock of this host by the network: what the agent signs is good for two minutes.",
    };
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : "no answer";
    return {
      state: "failed",
      text: `The service at ${new URL(address).origin} is not reached: ${cause}.`,
      remedy: "Look at the address, the firewall for outgoing calls and the certificate (NODE_EXTRA_CA_CERTS).",
    };
  }
}

/** Warns about tools that get a password as an argument, which all accounts can see unless the process list is hidden. */
function processListFindings(): readonly Finding[] {
  if (process.platform !== "linux") return [];
  const proc = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === "/proc");
  if (/hidepid=(?:2|invisible)/.test(proc ?? ""))
    return [{ state: "ok", text: "Other accounts cannot see arguments of programs." }];
  return [
    {
      state: "warning",
      text: "Other accounts can see arguments of programs, in which FileMaker's file tools take passwords.",
      remedy:
        "Mount /proc with hidepid=2 and the id of the group fmsadmin as gid, without which the agent doesn't see FileMaker Server, or let no one else log in to this host.",
    },
  ];
}

function gigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1);
}
