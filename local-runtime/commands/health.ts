import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "#shared/node/node-http.ts";
import { type LocalSettings, readLocalSettings } from "../../functions/settings/local.ts";
import { servicePid } from "../../functions/settings/of-starter.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { listeningUrl, loopbackUrl } from "../http/listening.ts";

// Checks whether the service on this machine responds: latchkey health [--wait]. With --parts, shows the state of each part; with --json too, for programs.
const waitMs = 50_000;
const pauseMs = 100;
const answerMs = 5_000;

try {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => !["--wait", "--parts", "--json"].includes(word));
  if (unknown !== undefined) {
    console.error(`Unknown argument ${unknown}. Usage: latchkey health [--wait]`);
    process.exit(2);
  }
  const settings = readLocalSettings();
  process.exitCode = words.includes("--parts")
    ? await parts(settings, words.includes("--json"))
    : await health(settings, words.includes("--wait"));
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
    if (!isRunning(servicePid)) return failed("The service ended before it responded. Its output has the reason.");
    if (Date.now() - startedAt > waitMs)
      return failed(`The service didn't respond at ${address} within ${waitMs / 1000} seconds: ${problem}.`);
    await sleep(pauseMs);
  }
}

/** Prints the state of each part as `readyz` has it. Unlike the operation for prerequisites, this needs no sign-in. */
async function parts(settings: LocalSettings, asJson: boolean): Promise<number> {
  const address = addressOf(settings);
  const problem = await problemAt(address);
  if (problem !== undefined) return failed(`The service doesn't respond at ${address}: ${problem}.`);
  const checks = Object.entries(await checksAt(address.replace(/healthz$/, "readyz")));
  const findings = checks.map(([check, { ok, text }]) => ({ check, state: stateOf(ok), text }));
  if (asJson) console.log(JSON.stringify({ findings }, null, 2));
  else for (const { check, state, text } of findings) console.log(`${state.padEnd(8)}${check}: ${text}`);
  return checks.some(([, { ok }]) => ok === false) ? 1 : 0;
}

function stateOf(ok: boolean | null): "ok" | "failed" | "unknown" {
  if (ok === null) return "unknown";
  return ok ? "ok" : "failed";
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

function addressOf(settings: LocalSettings): string {
  const isTls = settings.TLS_CERT_FILE !== undefined;
  const origin = isTls ? listeningUrl(settings, settings.PORT, isTls) : loopbackUrl(settings, settings.PORT);
  return `${origin.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "//127.0.0.1")}/${settings.SERVICE_PREFIX}/healthz`;
}

/** Returns undefined if the service responds. */
async function problemAt(address: string): Promise<string | undefined> {
  try {
    const { status } = await answerAt(address);
    return status === 200 ? undefined : `HTTP ${status}`;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? String(thrown);
  }
}

/** Doesn't check the certificate, which is for the service's public name, not for this machine's address. */
function answerAt(address: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const open = address.startsWith("https:") ? httpsRequest : request;
    const call = open(address, { timeout: answerMs, rejectUnauthorized: false, agent: false }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    });
    call.once("timeout", () => call.destroy(new Error("timeout")));
    call.once("error", reject);
    call.end();
  });
}

interface Check {
  readonly ok: boolean | null;
  readonly text: string;
}

async function checksAt(address: string): Promise<Readonly<Record<string, Check>>> {
  const { body } = await answerAt(address);
  return JSON.parse(body).checks;
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
