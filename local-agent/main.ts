import { hostname } from "node:os";
import { startAgent } from "./agent.ts";
import { systemClock } from "./clock.ts";
import { recordHere, removeTrialHere, showHere } from "./conformance/command.ts";
import { chainFindings } from "./doctor/chain-findings.ts";
import { findings } from "./doctor/doctor.ts";
import type { Finding } from "./finding.ts";
import { type Host, hostAt } from "./host.ts";
import { enroll } from "./link/enroll.ts";
import { type Identity, readIdentity } from "./link/identity.ts";
import { signInCode } from "./link/sign-in-code.ts";
import { logToStderr } from "./log.ts";
import { ownServerFolders } from "./server/server-folders.ts";
import { type AgentSettings, readSettings, usage } from "./settings.ts";
import { startGuardian } from "./trial/guardian.ts";
import { removeMade } from "./trial/remove-made.ts";
import { trialServer } from "./trial/trial-server.ts";
import { trustAuthorities } from "./trust.ts";
import { WrongSetting } from "./wrong-setting.ts";

/** Program on the database host: enrolls, runs, or says what is missing. */
export async function main(commandLine: readonly string[], variables: Readonly<Record<string, string | undefined>>) {
  try {
    const settings = readSettings(commandLine, variables);
    if (settings.caFile !== undefined) trustAuthorities(settings.caFile);
    if (settings.task === "help") process.stdout.write(`${usage}\n`);
    else if (settings.task === "enroll") await enrollHere(settings);
    else if (settings.task === "doctor") await examine(settings);
    else if (settings.task === "folders") await printFolders(settings);
    else if (settings.conformance === "record")
      await recordHere(settings, readIdentity(settings.folder), programPath());
    else if (settings.conformance === "show") await showHere(settings.recording);
    else if (settings.task === "remove-trial") await removeTrialHere(settings, readIdentity(settings.folder));
    else if (settings.task === "sign-in-code") await printSignInCode(settings);
    else await run(settings);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = thrown instanceof WrongSetting ? thrown.exitCode : 1;
    closeInput();
  }
}

/** Closes standard input: if it stays open, such as a parent's, it would keep a finished program alive. */
function closeInput(): void {
  try {
    process.stdin.destroy();
  } catch {
    // Opening it can fail, as without a console on Windows. The problem was printed already.
  }
}

/** Returns the path of this program, for a second process. */
function programPath(): string {
  return process.argv[1] ?? "";
}

/** Reports what is missing and how to fix it. Exits with 1 if the agent can't work. */
async function examine(settings: AgentSettings): Promise<void> {
  const { folder, serverPath, toolsPath, adminAddress, certificatePin: pin, asJson } = settings;
  const host = hostAt(serverPath, toolsPath);
  const plain = await findings({ host, folder, adminAddress, pin, now: Date.now() });
  const found = settings.isFull ? [...plain, ...(await tried(settings, host))] : plain;
  if (asJson) process.stdout.write(`${JSON.stringify({ findings: found }, null, 2)}\n`);
  else
    for (const { state, text, remedy } of found)
      process.stdout.write(`${state.padEnd(8)}${text}${remedy === undefined ? "" : `\n        ${remedy}`}\n`);
  if (found.some(({ state }) => state === "failed")) process.exitCode = 1;
}

/** Tries what tasks do, on a copy of a file. A second process removes it if this one is killed. */
async function tried(settings: AgentSettings, host: Host): Promise<readonly Finding[]> {
  const { file, folder } = settings;
  if (file === undefined) throw new WrongSetting("Name a file to copy: --full needs --file");
  const identity = readIdentity(folder);
  await removeMade(trialServer(settings, identity));
  const guardian = startGuardian([programPath(), "remove-trial", "--folder", folder]);
  const trial = trialServer(settings, identity, guardian.opened);
  const found = await chainFindings(file, host, trial);
  await (found.at(-1)?.state === "ok" ? guardian.done() : guardian.failed());
  return found;
}

/** Prints the folders that the unit must allow, for `latchkey agent allow-folders`. */
async function printFolders({ folder, adminAddress }: AgentSettings): Promise<void> {
  for (const path of await ownServerFolders(identityIn(folder), folder, adminAddress, Date.now()))
    process.stdout.write(`${path}\n`);
}

/** Reads the code from standard input, because all users of the host can read arguments. */
async function enrollHere({ address = "", folder }: AgentSettings): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write("Enrollment code: ");
  const { id } = await enroll({ address, code: await firstLine(), name: hostname(), folder });
  process.stdin.destroy();
  process.stdout.write(`Enrolled as ${id}.\n`);
}

/** Standard input can stay open afterward, as the connection to a parent. */
function firstLine(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const done = () => {
      process.stdin.off("data", more).off("end", end);
      resolve(text.split("\n", 1)[0]?.trim() ?? "");
    };
    const more = (chunk: Buffer) => {
      text += chunk;
      if (text.includes("\n")) done();
    };
    const end = () => (text.trim() === "" ? reject(new Error("No enrollment code on standard input.")) : done());
    process.stdin.on("data", more).once("end", end);
  });
}

async function printSignInCode({ address = "", folder }: AgentSettings): Promise<void> {
  const { code, expiresAt } = await signInCode(address, identityIn(folder), Date.now());
  process.stdout.write(`${code}\n`);
  process.stderr.write(`The code works once, until ${expiresAt}.\n`);
}

/** @throws WrongSetting with a remedy if no agent is enrolled */
function identityIn(folder: string): Identity {
  const known = readIdentity(folder);
  if (known === undefined)
    throw new WrongSetting(`No agent is enrolled in ${folder}: run latchkey agent enroll <address>`);
  return known;
}

async function run(settings: AgentSettings): Promise<void> {
  const { folder, serverPath, toolsPath, fmsadminMs, backupMs, adminAddress, certificatePin } = settings;
  const { withParent, enrollAt, linkAddress, sandboxStore } = settings;
  // FileMaker Server shares the group of its files, but not the account: a stricter umask would lock it out. Private files have their own mode.
  process.umask(0o007);
  if (enrollAt !== undefined) await enroll({ address: enrollAt, code: await firstLine(), name: hostname(), folder });
  const known = identityIn(folder);
  const identity = { ...known, linkAddress: linkAddress ?? known.linkAddress };
  const host = hostAt(serverPath, toolsPath);
  const agent = startAgent({
    identity,
    host,
    folder,
    clock: systemClock,
    log: logToStderr,
    fmsadminMs,
    backupMs,
    adminAddress,
    certificatePin,
    sandboxStore,
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void agent.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Ctrl-Break, by which the Windows service ends it. Never sent on other systems.
  process.on("SIGBREAK", stop);
  if (withParent) process.stdin.on("end", stop).resume();
}
