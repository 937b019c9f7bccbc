import type { AgentClient } from "#shared/agent/agent-client.ts";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ScheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import type { ClientRow, DatabaseRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { ServerFolders } from "#shared/filemaker/commands/server-folders.ts";
import type { DataApi, Login } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { BroughtWebhook } from "#shared/webhooks/placed-settings.ts";
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
  /** Says which settings a webhook here keeps, if the build has others. */
  readonly keptSettings: (file: string, webhook: BroughtWebhook) => Promise<string | undefined>;
  /** Whether an address is that of this service. */
  readonly isOwnAddress: (address: string) => boolean;
  /** The newest parts, that first, as they are at their ends. */
  readonly earlier: () => Promise<readonly DeploymentRecord[]>;
  /** Builds and deployments of this service that wait or run, and those that schedules start until then. */
  readonly others: (until: number) => Promise<readonly Meanwhile[]>;
  /** What depends on each file. */
  readonly dependents: () => Promise<(filename: string) => readonly Dependent[]>;
  readonly floorBytes: number;
  readonly clock: Clock;
}

const limits = { deadlineMs: 20_000 } as const;
/** How long a deployment is taken to last where nothing says it. Milliseconds. */
const usualMs = 60 * 60_000;

/** Says of a part what would speak against it now. Nothing is changed; accounts are tried. @throws ServiceError where host or server cannot be asked */
export type PlanPart = (part: SubDeployment, call: Pick<Call, "caller">, startAt?: number) => Promise<PlannedPart>;

export function planPart(dependencies: PlanDependencies): PlanPart {
  const { agentClient, administrator, server, schedules, folders, dataApi, fileSource, sourceServer } = dependencies;
  const { isOwnAddress, earlier, others, dependents, keptSettings, floorBytes, clock } = dependencies;

  /** Where its files lie; a source that cannot give them is what a plan is for. */
  const sourceOf = async (part: SubDeployment) => {
    try {
      // What a build just in time will hold is known when it is made: that it can be asked for is known now.
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

  /** Tries an account of an open file, and ends the session at once. */
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
      await dataApi.logout(database, login.token).catch(() => undefined); // It ends by itself.
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

  /** The data's account is tried where its file is open; what lies in a clone shows when it is opened. */
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
      if (isRunning) found.push({ kind: "backup", name, at: "which is running" });
      else if (isEnabled && at >= from && at <= until) found.push({ kind: "backup", name, at: `at ${timestamp(at)}` });
    }
    return found;
  };

  /** What webhooks keep here. What a build at an address brings along is known only when it is fetched. */
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
      isOwnSource: "serverUrl" in wanted && isOwnAddress(wanted.serverUrl),
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

/** A source that can't be asked is a finding of its own. */
function onlyServiceError(thrown: unknown): undefined {
  if (!(thrown instanceof ServiceError)) throw thrown;
}

function rowOf(rows: readonly DatabaseRow[], file: string): DatabaseRow | undefined {
  return rows.find(({ filename }) => foldedDatabaseName(filename) === foldedDatabaseName(file));
}

/** Scripts of the server and calls of the APIs are no people, and end by themselves. */
const kindsOfPeople = new Set(["FMPRO", "FMGO", "FMWEBDIRECT", "FMAPP"]);

function peopleIn(clients: readonly ClientRow[], file: string): PlannedFile["people"] {
  return clients.flatMap(({ kind, userName, computerName, files }) => {
    const one = files.find(({ filename }) => foldedDatabaseName(filename) === foldedDatabaseName(file));
    return one === undefined || !kindsOfPeople.has(kind) ? [] : [{ userName, computerName, account: one.account }];
  });
}
