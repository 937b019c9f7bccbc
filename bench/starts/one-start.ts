import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import { freePort } from "../machine/free-port.ts";
import { proportionalMegabytes, residentMegabytes } from "../machine/process-reading.ts";
import { startProgram } from "../machine/program.ts";
import { withResources } from "../machine/with-resources.ts";
import { firstAnswer } from "./first-answer.ts";

/** Parameters of a start. */
export interface StartPlan {
  readonly command: readonly [string, ...string[]];
  /** List of cores to use. */
  readonly cores: string | undefined;
  readonly dataFolder: string;
  /** Folder of Node's compile cache. */
  readonly compileCache: string;
}

/** Measurements of a start. */
export interface Start {
  readonly secondsToFirstAnswer: number;
  readonly secondsToFirstCall: number;
  readonly residentMegabytes: number;
  readonly proportionalMegabytes: number;
  readonly disturbed: boolean;
}

/** Starts Latchkey with its sandbox and without data, makes the first possible call, waits a while, and stops everything. */
export function oneStart({ command: [command, ...args], cores, dataFolder, compileCache }: StartPlan): Promise<Start> {
  return withResources(async (use) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const foreignCores = watchForeignLoad();
    const over = new AbortController();
    use({ [Symbol.asyncDispose]: async () => over.abort() });
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_SECONDS * 1_000)]);
    const startedAt = performance.now();
    const since = () => (performance.now() - startedAt) / 1_000;

    const healthy = firstAnswer(`${origin}/svc/healthz`, {}, signal).then(since);
    // Awaited below; if the program fails first, that failure is reported.
    healthy.catch(() => undefined);
    const program = use(
      await startProgram({
        command,
        args,
        core: cores,
        directory: ROOT,
        // Only these variables affect the start; an empty variable counts as not set.
        environment: { PORT: String(port), DATA_DIR: dataFolder, FMS_URL: "", NODE_COMPILE_CACHE: compileCache },
        ready: (line) => PRINTED_KEY.exec(line)?.[0],
      }),
    );
    const headers = { authorization: `Bearer ${program.readiness}` };
    await firstAnswer(`${origin}${RECORDS}`, headers, signal);
    const secondsToFirstCall = since();
    const secondsToFirstAnswer = await healthy;
    const disturbed = foreignCores() > disturbingCores;

    await wait(IDLE_SECONDS * 1_000);
    return {
      secondsToFirstAnswer,
      secondsToFirstCall,
      residentMegabytes: residentMegabytes(program.pid),
      proportionalMegabytes: proportionalMegabytes(program.pid),
      disturbed,
    };
  });
}

/** Idle time before memory is measured. */
export const IDLE_SECONDS = 5;

/** Timeout, so that a start that never answers doesn't block the others. */
const PATIENCE_SECONDS = 30;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PRINTED_KEY = /dk_\w+/;
const RECORDS = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1";
