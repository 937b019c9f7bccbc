import type { AgentClient } from "#shared/agent/api.ts";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ScheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import type { ClientRow, DatabaseRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { ServerFolders } from "#shared/filemaker/commands/server-folders.ts";
import type { DataApi, Login } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { BroughtWebhook } from "#shared/webhooks/api.ts";
import { type fileSources, isJitSource, type RemoteSource } from "../file-source.ts";
import { checkPart } from "../part-rules.ts";
import type { DeploymentRecord } from "../record.ts";
import type { FileOperation, SubDeployment } from "../request/contract.ts";
import type { SourceServer } from "../source-server.ts";
import { deployedFile } from "../task-fields.ts";
import { broughtWebhooks } from "./brought-webhooks.ts";
import type { AccountTrial, PlannedFile, PlannedPart } from "./contract.ts";
import type { Dependent } from "./dependents.ts";
import { expectedOf } from "./figures.ts";
import { type FoundScript, findingsOf, type Meanwhile, migrationMemory, verdictOf } from "./findings.ts";

interface PlanDependencies {
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly administrator: (call: Pick<Call, "caller">) => Promise<AdminCredential>;
  readonly server: Pick<ServerCommands, "databases" | "clients">;
  readonly schedules: Pick<ScheduleCommands, "list">;
  readonly folders: (credential: AdminCredential) => Promise<ServerFolders>;
  readonly dataApi: Pick<DataApi, "login" | "logout" | "scripts">;
  readonly fileSource: ReturnType<typeof fileSources>;
  readonly sourceServer: (source: RemoteSource) => Pick<SourceServer, "check" | "status">;
  /** Returns a sentence about the settings that an existing webhook keeps. Undefined if the build has the same. */
  readonly keptSettings: (file: string, webhook: BroughtWebhook) => Promise<string | undefined>;
  /** True if an address belongs to this service. */
  readonly isOwnServer: (address: string) => Promise<boolean>;
  /** Returns the latest ended parts, newest first. */
  readonly earlier: () => Promise<readonly DeploymentRecord[]>;
  /** Returns builds and deployments of this service that are queued or running, and those that schedules start before the given time. */
  readonly others: (until: number) => Promise<readonly Meanwhile[]>;
  /** Returns a function that lists the dependents of a file. */
  readonly dependents: () => Promise<(filename: string) => readonly Dependent[]>;
  readonly floorBytes: number;
  readonly clock: Clock;
}

const limits = { deadlineMs: 20_000 } as const;
/** Assumed duration of a deployment if it can't be estimated, in milliseconds. */
const usualMs = 60 * 60_000;

/**
 * Plans a part and reports problems. Changes nothing, but tests accounts by signing in.
 * @throws ServiceError if the host or FileMaker Server can't be reached
 */
export type PlanPart = (part: SubDeployment, call: Pick<Call, "caller">, startAt?: number) => Promise<PlannedPart>;

export function planPart(dependencies: PlanDependencies): PlanPart {
  const { agentClient, administrator, server, schedules, folders, dataApi, fileSource, sourceServer } = dependencies;
  const { isOwnServer, earlier, others, dependents, keptSettings, floorBytes, clock } = dependencies;

  /** Returns the source of the files, or the problem of a source that can't provide them: reporting that is the purpose of a plan. */
  const sourceOf = async (part: SubDeployment) => {
    try {
      // The contents of a just-in-time build are known once it is made. Until then, only its source can be checked.
      if (isJitSource(part.source)) {
        await sourceServer(part.source).check();
        return { source: null, problem: null };
      }
      return { source: await fileSource(part), problem: null };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return { source: null, problem: thrown.text };
    }
  };

  /** Tests an account of an open file, and closes the session immediately. */
  const tried = async <T>(
    file: string,
    { user, password: pass }: { readonly user: string; readonly password: string },
    use: (token: string, database: string) => Promise<T>,
  ): Promise<{ readonly login: Login["outcome"]; readonly value?: T }> => {
    const database = fullDatabaseName(file);
    const login = await dataApi.login(database, { user, pass });
    if (login.outcome !== "accepted") return { login: login.outcome };
    try {
      return { login: login.outcome, value: await use(login.token, database) };
    } finally {
      await dataApi.logout(database, login.token).catch(() => undefined); // The session times out automatically.
    }
  };

  const scriptsOf = async ({ preDeploymentScript, postDeploymentScript }: SubDeployment): Promise<FoundScript[]> => {
    const found: FoundScript[] = [];
    for (const given of [preDeploymentScript, postDeploymentScript]) {
      if (given === undefined) continue;
      const { file, script } = given;
      const { login, value } = await tried(file.name, file, (token, database) => dataApi.scripts(database, token));
      const isThere = value?.some((name) => name.toLowerCase() === script.name.toLowerCase()) ?? null;
      found.push({ name: script.name, file: file.name, isThere, isRefused: login === "refused" });
    }
    return found;
  };

  /** Tests the account of the data file if that file is open. Accounts in a clone can only be tested once the clone is open. */
  const dataAccountOf = async (operation: FileOperation, rows: readonly DatabaseRow[]): Promise<AccountTrial> => {
    if (operation.operation !== "migrate") return null;
    const { fileName, ...account } = operation.dataSource;
    if (rowOf(rows, fileName)?.status !== "NORMAL") return "unknown";
    const { login } = await tried(fileName, account, async () => undefined);
    return login === "accepted" || login === "refused" ? login : "unknown";
  };

  const serverMeanwhile = async (credential: AdminCredential, from: number, until: number, offsetMinutes: number) => {
    const found: Meanwhile[] = [];
    for (const { name, kind, isEnabled, isRunning, nextRun } of await schedules.list(credential)) {
      if (kind !== "backup" && kind !== "verify") continue;
      const at = Date.parse(`${nextRun.replace(/Z$/, "")}Z`) - offsetMinutes * 60_000;
      if (isRunning) found.push({ kind: "backup", name, at: "running now" });
      else if (isEnabled && at >= from && at <= until) found.push({ kind: "backup", name, at: `at ${timestamp(at)}` });
    }
    return found;
  };

  /** Returns the settings that existing webhooks keep. The contents of a build at an address are known only after the download. */
  const settingsKept = async (part: SubDeployment, { configs }: ReplyOf<"deployments.survey">) => {
    const { source } = part;
    const build =
      source.type === "service" || source.type === "otto4"
        ? await sourceServer(source).status(source.buildId).catch(onlyServiceError)
        : undefined;
    const kept: { readonly file: string; readonly text: string }[] = [];
    for (const { file, webhook } of broughtWebhooks(part, { files: build?.files ?? [], configs })) {
      const text = await keptSettings(file, webhook);
      if (text !== undefined) kept.push({ file, text });
    }
    return kept;
  };

  return async (part, call, startAt) => {
    checkPart(part);
    const { fileOperations, concurrency, source: wanted } = part;
    const credential = await administrator(call);
    const [{ source, problem }, rows, clients, records] = await Promise.all([
      sourceOf(part),
      server.databases(credential),
      server.clients(credential),
      earlier(),
    ]);
    const survey = await agentClient().request(
      "deployments.survey",
      {
        server: credential,
        source,
        files: fileOperations.map(deployedFile),
        withContainers: part.options.transferContainerData,
      },
      limits,
    );
    const usedBy = await dependents();
    const files: PlannedFile[] = [];
    for (const [index, operation] of fileOperations.entries()) {
      const { fileName } = operation.target;
      const surveyed = survey.files[index];
      files.push({
        fileName: fullDatabaseName(fileName),
        operation: operation.operation,
        exists: surveyed?.sizeBytes !== null && surveyed !== undefined,
        isOpen: surveyed?.isOpen ?? false,
        isEncrypted: rowOf(rows, fileName)?.isEncrypted ?? null,
        sizeBytes: surveyed?.sizeBytes ?? null,
        sourceBytes: surveyed?.sourceBytes ?? null,
        containerBytes: surveyed?.containerBytes ?? 0,
        people: peopleIn(clients, fileName),
        cloneAccount: operation.operation === "migrate" ? "unknown" : null,
        dataAccount: await dataAccountOf(operation, rows),
        usedBy: [...usedBy(fullDatabaseName(fileName))],
      });
    }
    const expected = expectedOf(fileOperations, concurrency, records);
    const from = startAt ?? clock.now();
    const until = from + (expected?.closedMs ?? usualMs);
    const findings = findingsOf({
      ...{ part, survey, files, floorBytes, expected, sourceProblem: problem },
      isSizeUnknown: source?.kind === "files" || (source?.kind === "zip" && source.sizeBytes === null),
      isOwnSource: "serverUrl" in wanted && (await isOwnServer(wanted.serverUrl)),
      scripts: await scriptsOf(part),
      meanwhile: [
        ...(await serverMeanwhile(credential, from, until, survey.utcOffsetMinutes)),
        ...(await others(until)),
      ],
      keptSettings: await settingsKept(part, survey),
      hasContainerFolders: (await folders(credential)).additionalRemoteContainerFolder.some((folder) => folder !== ""),
    });
    const { disks, memory, toolVersion } = survey;
    return {
      name: part.name ?? null,
      verdict: verdictOf(findings),
      findings: [...findings],
      files,
      disks,
      memory: { neededBytes: migrationMemory(part), ...memory },
      toolVersion,
      expected,
    };
  };
}

/** Ignores service errors: a source that can't be reached is a separate finding. */
function onlyServiceError(thrown: unknown): undefined {
  if (!(thrown instanceof ServiceError)) throw thrown;
}

function rowOf(rows: readonly DatabaseRow[], file: string): DatabaseRow | undefined {
  return rows.find(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file));
}

/** Clients that are people. Server scripts and API calls are not, and end automatically. */
const kindsOfPeople = new Set(["FMPRO", "FMGO", "FMWEBDIRECT", "FMAPP"]);

function peopleIn(clients: readonly ClientRow[], file: string): PlannedFile["people"] {
  return clients.flatMap(({ kind, userName, computerName, files }) => {
    const one = files.find(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file));
    return one === undefined || !kindsOfPeople.has(kind) ? [] : [{ userName, computerName, account: one.account }];
  });
}
