import { readFileSync } from "node:fs";
import { certificateRefusal } from "#shared/filemaker/certificate-refusal.ts";
import { reportHost } from "../commands/report-host.ts";
import { writeObstacle } from "../disk/write-access.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { type Identity, readIdentity } from "../link/identity.ts";
import { Refused } from "../refused.ts";
import { ownServerFolders } from "../server/server-folders.ts";
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
      if (isThere) return { state: "ok", text: `${name} found.` };
      const remedy = `Install FileMaker Server with its tools, or set its folder with --server-path: ${host.tool(name)} is missing.`;
      return { state: name === "fmsadmin" ? "failed" : "warning", text: `${name} is missing.`, remedy };
    }),
    ...folders.map(({ root, isThere, isWritable, freeBytes }): Finding => {
      const path = host.roots[root];
      if (!isThere)
        return {
          state: root === "databases" ? "failed" : "warning",
          text: `Can't read the folder for ${root}.`,
          remedy: `Give the agent's account access to ${path}: on Linux and macOS, the folder belongs to the group fmsadmin.`,
        };
      if (!isWritable && root !== "logs")
        return {
          state: "warning",
          text: `Can't write to the folder for ${root}.`,
          remedy: `Allow the group fmsadmin to write to ${path}.`,
        };
      return { state: "ok", text: `The folder for ${root} has ${gigabytes(freeBytes ?? 0)} GB free.` };
    }),
    "finding" in identity
      ? identity.finding
      : { state: "ok", text: `Enrolled as ${identity.id} at ${identity.linkAddress}.` },
    ...("finding" in identity
      ? []
      : [
          await clockAndConnection(identity, now),
          await keyFinding(identity, folder, adminAddress, now),
          ...(await otherFolderFindings(host, identity, folder, adminAddress, now)),
        ]),
    ...outdatedFindings(folder),
    ...processListFindings(),
  ];
}

/** Checks the folders that FileMaker Server names in addition to the default ones. The finding about the key says why they are unknown. */
async function otherFolderFindings(
  host: Host,
  identity: Identity,
  folder: string,
  adminAddress: string,
  now: number,
): Promise<readonly Finding[]> {
  const named = await ownServerFolders(identity, folder, adminAddress, now).catch((thrown: unknown) => {
    if (thrown instanceof Refused) return [];
    throw thrown;
  });
  const known = new Set(Object.values(host.roots));
  return Promise.all(
    named
      .filter((path) => !known.has(path))
      .map(async (path): Promise<Finding> => {
        const obstacle = await writeObstacle(path);
        if (obstacle === undefined) return { state: "ok", text: `The folder ${path} is writable.` };
        const isOutside = process.platform === "linux" && !path.startsWith(`${host.serverPath}/`);
        return {
          state: "warning",
          text: `FileMaker Server uses the folder ${path}, but ${obstacle.message}.`,
          ...(isOutside ? { remedy: "On the host, run as root: latchkey agent allow-folders" } : {}),
        };
      }),
  );
}

function identityIn(folder: string): Identity | { readonly finding: Finding } {
  const remedy = "Create a code in the console, then run: latchkey-agent enrol <address>";
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
      text: `The service is newer than this agent, which doesn't support: ${missing.join(", ")}.`,
      remedy: "Replace this program with the one from the service's release, and restart it. The agent stays enrolled.",
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
      return { state: "ok", text: "The service responds, and the clocks match." };
    return {
      state: "failed",
      text: `The clocks differ: ${new Date(now).toISOString()} here, ${answer.headers.get("date") ?? "unknown"} there.`,
      remedy: "Synchronize this host's clock with a time server: the agent's signatures are valid for two minutes.",
    };
  } catch (thrown) {
    const message = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : "no answer";
    const cause = certificateRefusal(thrown) ?? message;
    return {
      state: "failed",
      text: `Can't reach the service at ${new URL(address).origin}: ${cause}.`,
      remedy: "Check the address, the firewall for outgoing connections and the certificate.",
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
    return [{ state: "ok", text: "Other accounts can't see program arguments." }];
  return [
    {
      state: "warning",
      text: "Other accounts can see program arguments, which include the passwords of FileMaker's file tools.",
      remedy:
        "Mount /proc with hidepid=2 and gid set to the id of the group fmsadmin (without this gid the agent can't see FileMaker Server), or don't let anyone else log in to this host.",
    },
  ];
}

function gigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1);
}
