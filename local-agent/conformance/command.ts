import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { hostAt } from "../host.ts";
import type { Identity } from "../link/identity.ts";
import type { AgentSettings } from "../settings.ts";
import { guard, startGuardian } from "../trial/guardian.ts";
import { removeMade } from "../trial/remove-made.ts";
import { trialServer } from "../trial/trial-server.ts";
import { WrongSetting } from "../wrong-setting.ts";
import { packedRecording } from "./packed-recording.ts";
import { record } from "./record.ts";
import { shownRecording } from "./show.ts";

/** Records this server's answers, and writes the zip to standard output. Nothing is sent to anyone. */
export async function recordHere(
  settings: AgentSettings,
  identity: Identity | undefined,
  program: string,
): Promise<void> {
  const { serverPath, toolsPath, file, layout, publicAddress, certificatePin: pin, isFull, wordsFile } = settings;
  if (process.stdout.isTTY)
    throw new WrongSetting("Write the recording to a file: latchkey conformance record > report.zip");
  if (isFull && file === undefined) throw new WrongSetting("Name a file to copy: --full needs --file");
  const account = file === undefined ? undefined : await accountFromInput();
  const words = wordsFile === undefined ? [] : (await readFile(wordsFile, "utf8")).split(/\r?\n/);
  if (isFull) await removeMade(trialServer(settings, identity));
  const guardian = isFull ? startGuardian([program, "remove-trial", "--folder", settings.folder]) : undefined;
  const trial = trialServer(settings, identity, guardian?.opened);
  let steps = 0;
  const onStep = (step: string) => {
    steps += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${String(steps).padStart(4)} ${step.padEnd(60).slice(0, 60)}`);
  };
  const { files, leaks, questions } = await record({
    ...{ host: hostAt(serverPath, toolsPath), publicTarget: { origin: publicAddress, pin }, trial },
    ...{ file, layout, account, guardian, words, onStep },
  }).catch(async (thrown: unknown) => {
    await guardian?.failed();
    throw thrown;
  });
  await guardian?.done();
  if (process.stderr.isTTY) process.stderr.write("\n");
  if (leaks.length > 0) {
    const list = leaks.map(({ file: name, kind }) => `  ${name}: ${kind}`).join("\n");
    throw new Error(
      `The recording wasn't written, because it would contain what it must not:\n${list}\nPlease report this to us, without the recording.`,
    );
  }
  process.stdout.write(await packedRecording(files));
  process.stderr.write(`${questions} questions. Read the recording with: latchkey conformance show report.zip\n`);
}

/** Prints a recording. */
export async function showHere(path: string): Promise<void> {
  for await (const text of shownRecording(path)) process.stdout.write(text);
}

/** Removes what a killed trial has made, after the end of standard input. */
export async function removeTrialHere(settings: AgentSettings, identity: Identity | undefined): Promise<void> {
  await guard(trialServer(settings, identity));
}

/** Reads the account of the file: its name on one line, its password on the next. Undefined if there is none. */
async function accountFromInput(): Promise<{ readonly user: string; readonly password: string } | undefined> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const given: string[] = [];
  if (process.stdin.isTTY) process.stderr.write("Account of the file, then its password, one per line:\n");
  for await (const line of lines) {
    given.push(line);
    if (given.length === 2) break;
  }
  lines.close();
  process.stdin.destroy();
  const [user, password] = given;
  return user === undefined || user === "" || password === undefined ? undefined : { user, password };
}
