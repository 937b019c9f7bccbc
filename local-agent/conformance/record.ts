import { randomInt } from "node:crypto";
import { publicKeyForms } from "#shared/agent/protocol/public-key-forms.ts";
import type { Host } from "../host.ts";
import { refusedBy } from "../refused.ts";
import { pathOf } from "../server/admin-api-files.ts";
import { newKeyPair } from "../server/server-key.ts";
import { noteMade } from "../trial/made-things.ts";
import { inSession, removeMade, type TrialServer } from "../trial/remove-made.ts";
import { makeTrialCopy, trialName } from "../trial/trial-copy.ts";
import { anonymizer } from "./anonymizer.ts";
import { type Asking, askOverHttp } from "./ask-over-http.ts";
import { learnNames } from "./learned-names.ts";
import { folderLists } from "./list-folders.ts";
import { copyQuestions, readingQuestions } from "./own-vocabulary.ts";
import { adminApiWrites } from "./questions/admin-writes.ts";
import type { HttpQuestion, Variable } from "./questions/http-question.ts";
import { logHeads } from "./read-logs.ts";
import type { RecordOptions } from "./record-options.ts";
import { type Kept, recordingFiles, versionsIn } from "./recording-files.ts";
import { programRuns } from "./run-programs.ts";
import { type Leak, leaksIn } from "./scan.ts";

/** Files of a recording by their names, or the reason why there is none. */
export interface Recorded {
  readonly files: ReadonlyMap<string, string>;
  readonly leaks: readonly Leak[];
  readonly questions: number;
}

const dayMs = 24 * 60 * 60_000;
const maxShiftDays = 3_650;

/** Asks all questions, and returns the anonymized answers. Changes nothing without a guardian, and nothing that lasts with one. */
export async function record(options: RecordOptions): Promise<Recorded> {
  const { trial, host, account, words } = options;
  const shiftSeconds = randomInt(-maxShiftDays, maxShiftDays) * (dayMs / 1000) + randomInt(dayMs / 1000);
  const anonymize = anonymizer(shiftSeconds * 1000);
  const values = new Map<Variable, string>();
  learnNames(options, anonymize, values);
  const kept: Kept = { http: [], programs: [], skipped: {} };
  const asking: Asking = {
    targets: { public: options.publicTarget, admin: { origin: trial.origin, pin: trial.pin } },
    ...{ account, values, anonymize, clock: trial.clock },
    adminAuthorization: () => trial.key.authorization(),
    opened: (api, token) => {
      const isAdmin = api === "admin";
      const path = isAdmin
        ? `/fmi/admin/api/v2/user/auth/${token}`
        : `/fmi/data/vLatest/databases/${encodeURIComponent(values.get("file") ?? "")}/sessions/${token}`;
      const origin = isAdmin ? trial.origin : options.publicTarget.origin;
      options.guardian?.opened({ origin, path, authorization: `Bearer ${token}` });
    },
  };
  const ask = (questions: readonly HttpQuestion[]) => askAll(questions, asking, kept, options.onStep);
  await ask(readingQuestions);
  const folders = await namedFolders(trial, kept);
  if (options.guardian !== undefined) await askOnCopy(options, { asking, kept, ask });
  for await (const run of programRuns({ host, anonymize, clock: trial.clock })) {
    if ("entry" in run) kept.programs.push(run.entry);
    else kept.skipped[run.step] = run.skipped;
    options.onStep("entry" in run ? run.entry.step : run.step);
  }
  const lists = await folderLists({ host, named: folders, anonymize });
  const logs = await logHeads(host, anonymize);
  const files = recordingFiles({ ...kept, lists, logs, isFull: options.guardian !== undefined });
  const versions = versionsIn(kept.http);
  const leaks = leaksIn(files, { hidden: anonymize.hidden, words, versions });
  return { files, leaks, questions: kept.http.length + kept.programs.length + lists.length + logs.length };
}

async function askAll(
  questions: readonly HttpQuestion[],
  asking: Asking,
  kept: Kept,
  onStep: (step: string) => void,
): Promise<void> {
  for (const question of questions) {
    const asked = await askOverHttp(question, asking);
    if ("entry" in asked) kept.http.push(asked.entry);
    else kept.skipped[question.step] = asked.skipped;
    onStep(question.step);
  }
}

/** Asks the questions that change something: on a copy, and with schedules and a key of their own. */
async function askOnCopy(
  { file, host, trial, onStep }: RecordOptions,
  {
    asking,
    kept,
    ask,
  }: { readonly asking: Asking; readonly kept: Kept; readonly ask: (all: readonly HttpQuestion[]) => Promise<void> },
): Promise<void> {
  const { values, anonymize } = asking;
  const name = trialName();
  const pair = await newKeyPair(trial.clock.now());
  const [lines, line] = publicKeyForms(pair.publicKey);
  values.set("trial", name);
  values.set("public-key", lines);
  values.set("public-key-line", line);
  anonymize.secret(line.slice(40, 80));
  noteMade(trial.folder, [
    { kind: "schedule", name },
    { kind: "key", name },
  ]);
  try {
    await ask(adminApiWrites);
    const source = file === undefined ? undefined : await hostedCopy(file, host, trial, kept);
    if (source === undefined) return;
    onStep("copy");
    values.set("file", source);
    anonymize.name("file", source);
    await ask(copyQuestions);
  } finally {
    await removeMade(trial);
  }
}

async function hostedCopy(file: string, host: Host, trial: TrialServer, kept: Kept): Promise<string | undefined> {
  try {
    return (await makeTrialCopy(file, host, trial)).name;
  } catch (thrown) {
    kept.skipped.copy = refusedBy(thrown).message;
    return undefined;
  }
}

/** Returns the folders that FileMaker Server names. Empty if it doesn't. */
async function namedFolders(trial: TrialServer, kept: Kept): Promise<readonly string[]> {
  try {
    const { response } = await inSession(trial, (ask) => ask("GET", "/server/currentfoldersettings"));
    return Object.values(response)
      .flat()
      .filter((value): value is string => typeof value === "string" && /^file(?:linux|mac|win):/.test(value))
      .map(pathOf);
  } catch (thrown) {
    kept.skipped["folder.named"] = refusedBy(thrown).message;
    return [];
  }
}
