import { request } from "node:http";
import { request as httpsRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalSettings, readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { listeningUrl, loopbackUrl } from "../http/listening.ts";

// Checks whether the service on this machine responds: latchkey health [--wait]
const waitMs = 50_000;
const pauseMs = 100;
const answerMs = 5_000;

try {
  process.exitCode = await health(readLocalSettings(), process.argv.includes("--wait"));
} catch (thrown) {
  if (!(thrown instanceof SettingRefused)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}

async function health(settings: LocalSettings, isWaiting: boolean): Promise<number> {
  if (settings.PORT === 0) throw new SettingRefused("PORT must be set: with PORT=0, the service's port is unknown.");
  const address = addressOf(settings);
  const startedAt = Date.now();
  for (;;) {
    const problem = await problemAt(address);
    if (problem === undefined) {
      if (!isWaiting) console.log(`The service responds at ${address}.`);
      return 0;
    }
    if (!isWaiting) return failed(`The service doesn't respond at ${address}: ${problem}.`);
    // systemd doesn't end this command with the service, so it must notice the end.
    if (!isRunning(process.env.MAINPID))
      return failed("The service ended before it responded. Its output has the reason.");
    if (Date.now() - startedAt > waitMs)
      return failed(`The service didn't respond at ${address} within ${waitMs / 1000} seconds: ${problem}.`);
    await sleep(pauseMs);
  }
}

function failed(text: string): number {
  console.error(text);
  return 1;
}

function addressOf(settings: LocalSettings): string {
  const isTls = settings.TLS_CERT_FILE !== undefined;
  const origin = isTls ? listeningUrl(settings, settings.PORT, isTls) : loopbackUrl(settings, settings.PORT);
  return `${origin.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "//127.0.0.1")}/${settings.SERVICE_PREFIX}/healthz`;
}

/** Returns undefined if the service responds. Its certificate is for its public name, not for this machine's address. */
function problemAt(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const open = address.startsWith("https:") ? httpsRequest : request;
    const call = open(address, { timeout: answerMs, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? undefined : `HTTP ${answer.statusCode}`);
    });
    call.once("timeout", () => call.destroy(new Error("timeout")));
    call.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end();
  });
}

/** True if no process is named, or it still runs. */
function isRunning(pid: string | undefined): boolean {
  if (pid === undefined || pid === "") return true;
  try {
    return process.kill(Number(pid), 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}
