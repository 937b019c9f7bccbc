import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { isJitSource } from "../file-source.ts";
import type { FileOperation, SubDeployment } from "../request/contract.ts";
import type { Finding, PlannedFile, PlannedPart, Verdict } from "./contract.ts";

/** Facts about a part from which a plan derives its findings. */
export interface PlanFacts {
  readonly part: SubDeployment;
  readonly survey: ReplyOf<"deployments.survey">;
  readonly files: readonly PlannedFile[];
  readonly floorBytes: number;
  /** Reason why the source server can't provide the files. Null if there is none. */
  readonly sourceProblem: string | null;
  /** True if the sizes of the files are unknown until they are downloaded. */
  readonly isSizeUnknown: boolean;
  /** True if the source server is this server. */
  readonly isOwnSource: boolean;
  readonly scripts: readonly FoundScript[];
  readonly expected: PlannedPart["expected"];
  /** Other work in the same time. */
  readonly meanwhile: readonly Meanwhile[];
  /** True if custom folders for container data are in use. */
  readonly hasContainerFolders: boolean;
  /** Settings that existing webhooks keep although the build has others. */
  readonly keptSettings: readonly { readonly file: string; readonly text: string }[];
}

export interface FoundScript {
  readonly name: string;
  readonly file: string;
  /** Null if the file's account can't list scripts through the Data API. */
  readonly isThere: boolean | null;
  readonly isRefused: boolean;
}

/** Work that competes with a deployment. `at`: start time, for people. */
export interface Meanwhile {
  readonly kind: "backup" | "schedule" | "queue";
  readonly name: string;
  readonly at: string;
}

/** Estimated memory of one migration, in bytes. */
export const migrationBytes = 2_500_000_000;
const order = ["error", "warning", "info"] as const;

/** Returns all findings of a part, errors first. */
export function findingsOf(facts: PlanFacts): readonly Finding[] {
  const all = [
    ...sourceFindings(facts),
    ...facts.files.flatMap((file, index) => fileFindings(file, index, facts)),
    ...hostFindings(facts),
    ...scriptFindings(facts),
    ...meanwhileFindings(facts),
    ...figureFindings(facts),
    ...facts.keptSettings.map(({ file, text }) => finding("info", "webhook", fullDatabaseName(file), text)),
  ];
  return all.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ level }) => level === "error")) return "blocked";
  return findings.some(({ level }) => level === "warning") ? "ask" : "ready";
}

/** Returns the verdict of a whole deployment: the worst of its parts. */
export function worstOf(parts: readonly Pick<PlannedPart, "verdict">[]): Verdict {
  const verdicts = (["blocked", "ask"] as const).find((verdict) => parts.some((part) => part.verdict === verdict));
  return verdicts ?? "ready";
}

/** Returns the estimated memory of the migrations that run at the same time, in bytes. */
export function migrationMemory({ fileOperations, concurrency }: SubDeployment): number {
  return (
    Math.min(concurrency, fileOperations.filter(({ operation }) => operation === "migrate").length) * migrationBytes
  );
}

/** Capitalizes an agent's message, which is written to follow other words and is a sentence of its own here. */
function asSentence(problem: string): string {
  return `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`;
}

function sourceFindings({ part, survey, sourceProblem, isOwnSource }: PlanFacts): readonly Finding[] {
  const problem = sourceProblem ?? survey.sourceProblem;
  const found = problem === null ? [] : [finding("error", "source", null, asSentence(problem))];
  if (!isOwnSource || !isJitSource(part.source)) return found;
  const same = part.fileOperations.filter(isOntoItself).map(({ target }) => fullDatabaseName(target.fileName));
  const text = "This server would build from the file that is being replaced. Deploy from an existing build";
  return [...found, ...same.map((file) => finding("error", "source", file, text))];
}

function isOntoItself(operation: FileOperation): boolean {
  if (operation.operation === "close") return false;
  const { fileName } = operation.operation === "migrate" ? operation.clone : operation.source;
  return normalizedDatabaseName(fileName) === normalizedDatabaseName(operation.target.fileName);
}

function fileFindings(file: PlannedFile, index: number, { part, survey }: PlanFacts): readonly Finding[] {
  const { fileName, people, isEncrypted, cloneAccount, dataAccount, containerBytes } = file;
  const surveyed = survey.files[index];
  const operation = part.fileOperations[index];
  const about = (level: Finding["level"], code: Finding["code"], text: string) => finding(level, code, fileName, text);
  const found: Finding[] = [];
  if (surveyed?.problem) found.push(about("error", "file", surveyed.problem));
  if (people.length > 0)
    found.push(
      about(
        "warning",
        "people",
        `${counted(people.length, "person has", "people have")} it open and will be disconnected`,
      ),
    );
  if (dataAccount === "refused") found.push(about("error", "account", "The account of the data file was rejected"));
  if (dataAccount === "unknown" || cloneAccount === "unknown")
    found.push(
      about("info", "account", "Not every account can be tested before the deployment. A rehearsal tests them"),
    );
  const hasKey = operation?.target.encryptionKey !== undefined;
  if (isEncrypted === true && !hasKey && operation?.operation !== "close")
    found.push(
      about("warning", "encryption", "It is encrypted, and no encryption password for the new file was given"),
    );
  if (containerBytes > 0 && operation?.operation === "replace" && !part.options.transferContainerData)
    found.push(about("info", "containers", "Its externally stored container data stays as it is"));
  if (surveyed?.isInSecureFolder === true) found.push(...secureFindings(about, hasKey, surveyed.isBelowFolder));
  return found;
}

/** Returns findings about the Secure folder, whose files FileMaker Server opens only under these rules. */
function secureFindings(
  about: (level: Finding["level"], code: Finding["code"], text: string) => Finding,
  hasKey: boolean,
  isBelowFolder: boolean,
): readonly Finding[] {
  const below = "FileMaker Server can't open files in subfolders of the Secure folder";
  const open =
    "Files in the Secure folder must be encrypted, with the Guest account off and without full access accounts that have an empty password";
  return [
    ...(isBelowFolder ? [about("error", "secure-folder", below)] : []),
    about(hasKey ? "info" : "warning", "secure-folder", open),
  ];
}

function hostFindings({ part, survey, floorBytes, isSizeUnknown, hasContainerFolders }: PlanFacts): readonly Finding[] {
  const found: Finding[] = [];
  if (isSizeUnknown)
    found.push(
      finding(
        "info",
        "space",
        null,
        `The source doesn't report the size of its files. The deployment stops if less than ${megabytes(floorBytes)} would stay free.`,
      ),
    );
  for (const { folder, neededBytes, freeBytes } of survey.disks)
    if (freeBytes - neededBytes < floorBytes)
      found.push(
        finding(
          "error",
          "space",
          null,
          `The disk of ${folder} has ${megabytes(freeBytes)} free, but ${megabytes(neededBytes)} are needed in addition to the ${megabytes(floorBytes)} that must stay free`,
        ),
      );
  const needed = migrationMemory(part);
  const { freeBytes, freeSwapBytes } = survey.memory;
  if (needed > freeBytes + (freeSwapBytes ?? 0))
    found.push(
      finding(
        "warning",
        "memory",
        null,
        `Migrations can use ${megabytes(needed)} of memory at a time, but only ${megabytes(freeBytes + (freeSwapBytes ?? 0))} are free. Lower the concurrency`,
      ),
    );
  if (needed > 0 && survey.toolVersion === null)
    found.push(finding("error", "tool", null, "FMDataMigration isn't installed or doesn't run"));
  if (hasContainerFolders)
    found.push(
      finding(
        "info",
        "containers",
        null,
        "FileMaker Server has external container folders. Its backups include them only if that is turned on for the folder",
      ),
    );
  return found;
}

function scriptFindings({ scripts }: PlanFacts): readonly Finding[] {
  return scripts.flatMap(({ name, file: named, isThere, isRefused }) => {
    const file = fullDatabaseName(named);
    if (isRefused) return [finding("error", "script", file, `The account for the script ${name} was rejected`)];
    if (isThere === false) return [finding("error", "script", file, `The script ${name} doesn't exist`)];
    if (isThere === null)
      return [finding("info", "script", file, `The script ${name} can't be checked before it runs`)];
    return [];
  });
}

function meanwhileFindings({ meanwhile }: PlanFacts): readonly Finding[] {
  const texts = {
    backup: "FileMaker Server can't close files during backups and file checks",
    schedule: "Only one build or deployment runs at a time",
    queue: "Only one build or deployment runs at a time",
  };
  return meanwhile.map(({ kind, name, at }) => finding("warning", kind, null, `${name}, ${at}: ${texts[kind]}`));
}

function figureFindings({ expected }: PlanFacts): readonly Finding[] {
  const text =
    "Not measured: these files were never deployed like this. A rehearsal measures how long migrations keep them closed";
  return expected === null ? [finding("info", "figures", null, text)] : [];
}

function finding(level: Finding["level"], code: Finding["code"], fileName: string | null, text: string): Finding {
  return { level, code, fileName, text };
}

function counted(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
