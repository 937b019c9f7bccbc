import { readFileSync } from "node:fs";
import { systemClock } from "../clock.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { type Identity, readIdentity } from "../link/identity.ts";
import { refusedBy } from "../refused.ts";
import { adminCalls } from "../server/admin-calls.ts";
import { serverProcess } from "../statistics/server-process.ts";
import { accountFindings } from "./account-findings.ts";
import { type AdminFacts, adminApiFindings, noFacts } from "./admin-api-findings.ts";
import { folderFindings } from "./folder-findings.ts";
import { keyFinding } from "./key-finding.ts";
import { logFindings } from "./log-findings.ts";
import { readMissingCapabilities } from "./missing-capabilities.ts";
import { toolFindings } from "./tool-findings.ts";
import { webFindings } from "./web-findings.ts";

const largestSkewMs = 60_000;

/** Agent to check. */
interface Examined {
  readonly host: Host;
  /** Folder of its identity. */
  readonly folder: string;
  /** Address of FileMaker Server's Admin API. */
  readonly adminAddress: string;
  /** SHA-256 fingerprint of the only certificate to accept there. */
  readonly pin?: string | undefined;
  readonly now: number;
}

/**
 * Checks everything that the agent needs on this host, and the connection to the service. Reads only, except that folders are tried on
 * Windows and macOS. Ends within 20 seconds: a group of checks that takes longer is unknown.
 */
export async function findings({ host, folder, adminAddress, pin, now }: Examined): Promise<readonly Finding[]> {
  const identity = identityIn(folder);
  const call = adminCalls(adminAddress, undefined, pin);
  if ("finding" in identity) {
    const [account, ...others] = await Promise.all([accountFindings(folder), ...hostGroups(host, noFacts)]);
    return [...account, identity.finding, ...others.flat(), ...outdatedFindings(folder), ...processListFindings()];
  }
  const [account, connection, key, server] = await Promise.all([
    accountFindings(folder),
    inTime(connectionFindings(identity, now), late("connection", "The checks of the connection to the service")),
    inTime(one(keyFinding(identity, folder, { call, adminAddress, now })), late("server_key", "The check of the key")),
    serverGroups(host, { id: identity.id, folder, call, now }, adminAddress),
  ]);
  return [
    ...account,
    { check: "identity", state: "ok", text: `Enrolled as ${identity.id} at ${identity.linkAddress}.` },
    ...connection,
    ...key,
    ...server,
    ...outdatedFindings(folder),
    ...processListFindings(),
  ];
}

/** Checks the Admin API, and then what its answers tell about the host. */
async function serverGroups(
  host: Host,
  session: Parameters<typeof adminApiFindings>[0],
  address: string,
): Promise<readonly Finding[]> {
  const missed = { findings: late("admin_api", "The checks of the Admin API"), facts: noFacts };
  const admin = await inTime(adminApi(session, address), missed);
  return [...admin.findings, ...(await Promise.all(hostGroups(host, admin.facts))).flat()];
}

function hostGroups(host: Host, facts: AdminFacts): readonly Promise<readonly Finding[]>[] {
  return [
    toolFindings(host, facts.version),
    inTime(folderFindings(host, facts), late("folder", "The checks of the folders")),
    logFindings(host),
    processFindings(host),
  ];
}

async function one(finding: Promise<Finding>): Promise<readonly Finding[]> {
  return [await finding];
}

/** Milliseconds for a group of checks that call other programs. */
const groupMs = 14_000;

function late(check: string, subject: string): readonly Finding[] {
  const text = `${subject} didn't end within ${groupMs / 1000} seconds.`;
  return [
    { check, state: "unknown", text, remedy: "Check again when the machine and FileMaker Server are less busy." },
  ];
}

/** Returns a fallback for what takes too long. */
async function inTime<T>(found: Promise<T>, fallback: T): Promise<T> {
  const ended = new AbortController();
  const waited = systemClock.sleep(groupMs, ended.signal).then(
    () => fallback,
    () => fallback,
  );
  try {
    return await Promise.race([found, waited]);
  } finally {
    ended.abort();
  }
}

async function connectionFindings(identity: Identity, now: number): Promise<readonly Finding[]> {
  const [connection, web] = await Promise.all([clockAndConnection(identity, now), webFindings(identity.linkAddress)]);
  return [connection, ...web];
}

async function adminApi(
  session: Parameters<typeof adminApiFindings>[0],
  address: string,
): ReturnType<typeof adminApiFindings> {
  try {
    return await adminApiFindings(session);
  } catch (thrown) {
    const remedy = `Check that the Admin Server is running at ${address}, or set FMS_ADMIN_URL to another address.`;
    return {
      findings: [{ check: "admin_api", state: "failed", text: `${refusedBy(thrown).message}.`, remedy }],
      facts: noFacts,
    };
  }
}

/** Checks that starts of the Database Server can be noticed. */
async function processFindings(host: Host): Promise<readonly Finding[]> {
  const check = "database_server";
  if ((await serverProcess(host, systemClock)) !== null)
    return [{ check, state: "ok", text: "The Database Server's process is visible." }];
  const remedy =
    "Start the Database Server. If it runs, its processes are hidden from the agent: mount /proc with gid set to the id of the group fmsadmin, and remove ProtectProc from the unit.";
  return [{ check, state: "warning", text: "No process of the Database Server is visible.", remedy }];
}

function identityIn(folder: string): Identity | { readonly finding: Finding } {
  const remedy = "Create a code in the console, then run: latchkey agent enroll <address>";
  try {
    return (
      readIdentity(folder) ?? {
        finding: { check: "identity", state: "failed", text: `No agent is enrolled in ${folder}.`, remedy },
      }
    );
  } catch (thrown) {
    // Its text says what to do.
    return {
      finding: { check: "identity", state: "failed", text: thrown instanceof Error ? thrown.message : String(thrown) },
    };
  }
}

/** Returns what the service reported when the agent was last connected. */
function outdatedFindings(folder: string): readonly Finding[] {
  const missing = readMissingCapabilities(folder);
  if (missing.length === 0) return [];
  return [
    {
      check: "agent_version",
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
      return { check: "connection", state: "ok", text: "The service responds, and the clocks match." };
    return {
      check: "clock",
      state: "failed",
      text: `The clocks differ: ${new Date(now).toISOString()} here, ${answer.headers.get("date") ?? "unknown"} there.`,
      remedy: "Synchronize this host's clock with a time server: the agent's signatures are valid for two minutes.",
    };
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : "no answer";
    return {
      check: "connection",
      state: "failed",
      text: `Can't reach the service at ${new URL(address).origin}: ${cause}.`,
      remedy: "Check the address, the firewall for outgoing connections and the certificate (NODE_EXTRA_CA_CERTS).",
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
    return [{ check: "process_list", state: "ok", text: "Other accounts can't see program arguments." }];
  return [
    {
      check: "process_list",
      state: "warning",
      text: "Other accounts can see program arguments, which include the passwords of FileMaker's file tools.",
      remedy:
        "Mount /proc with hidepid=2 and gid set to the id of the group fmsadmin (without this gid the agent can't see FileMaker Server), or don't let anyone else log in to this host.",
    },
  ];
}
