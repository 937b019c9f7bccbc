import type { InputOf } from "../../../api/operations.ts";

export type DeploymentRequest = InputOf<"POST /svc/api/deployment">;
type RequestPart = DeploymentRequest["deployments"][number];

export const sourceKinds = ["service", "servicejit", "build_inbox", "local"] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const operations = ["migrate", "install", "replace", "close"] as const;
export type Operation = (typeof operations)[number];

export interface FileDraft {
  readonly operation: Operation;
  /** What it is called here. */
  readonly target: string;
  /** What it is called in the source. */
  readonly source: string;
}

export interface ScriptDraft {
  readonly file: string;
  readonly script: string;
  readonly param: string;
  readonly user: string;
  readonly password: string;
  /** Whether its failure ends the deployment, or puts the files back. */
  readonly decides: boolean;
}

/** A deployment with one part while it is described: what was typed for another choice stays. */
export interface DeploymentDraft {
  readonly label: string;
  readonly sourceKind: SourceKind;
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly buildId: string;
  readonly files: readonly FileDraft[];
  readonly user: string;
  readonly password: string;
  readonly encryptionKey: string;
  readonly before: ScriptDraft;
  readonly after: ScriptDraft;
  readonly concurrency: string;
  readonly message: string;
  readonly keepClosed: boolean;
  readonly withContainers: boolean;
}

const noScript: ScriptDraft = { file: "", script: "", param: "", user: "", password: "", decides: true };

export const newDraft: DeploymentDraft = {
  ...{ label: "", sourceKind: "service", serverUrl: "https://", apiKey: "", buildId: "" },
  ...{ files: [], user: "", password: "", encryptionKey: "" },
  ...{ before: noScript, after: { ...noScript, decides: false } },
  ...{ concurrency: "1", message: "", keepClosed: false, withContainers: false },
};

/** What is still missing, by the step that asks for it. */
export interface Missing {
  readonly source: boolean;
  readonly files: boolean;
}

export function missingIn(draft: DeploymentDraft): Missing {
  const { sourceKind, serverUrl, apiKey, buildId, files } = draft;
  const isRemote = sourceKind === "service" || sourceKind === "servicejit";
  const needsBuild = sourceKind === "service" || sourceKind === "build_inbox";
  return {
    source: (isRemote && (!URL.canParse(serverUrl) || apiKey === "")) || (needsBuild && buildId.trim() === ""),
    files: files.length === 0 || (needsAccount(draft) && draft.user === ""),
  };
}

export function needsAccount({ files }: Pick<DeploymentDraft, "files">): boolean {
  return files.some(({ operation }) => operation === "migrate");
}

/** The deployment as the service takes it. */
export function requestOf(draft: DeploymentDraft): DeploymentRequest {
  const { label, message, keepClosed, withContainers, concurrency } = draft;
  const before = scriptOf(draft.before);
  const after = scriptOf(draft.after);
  const part: RequestPart = {
    source: sourceOf(draft),
    fileOperations: draft.files.map((file) => operationOf(file, draft)),
    concurrency: Number(concurrency),
    ...(before && { preDeploymentScript: { ...before, abortIfScriptFails: draft.before.decides } }),
    ...(after && { postDeploymentScript: { ...after, rollbackIfScriptFails: draft.after.decides } }),
    options: {
      ...(message.trim() !== "" && { closeFilesMessage: message.trim() }),
      keepFilesClosedAfterComplete: keepClosed,
      transferContainerData: withContainers,
    },
  };
  return { label: label.trim(), deployments: [part] };
}

function sourceOf({ sourceKind, serverUrl, apiKey, buildId, files }: DeploymentDraft): RequestPart["source"] {
  const server = { serverUrl, auth: { type: "apiKey", apiKey } } as const;
  switch (sourceKind) {
    case "service":
      return { type: "service", buildId: buildId.trim(), ...server };
    case "servicejit":
      return { type: "servicejit", ...server };
    case "build_inbox":
      return { type: "build_inbox", buildId: buildId.trim() };
    case "local":
      return {
        type: "local",
        fileNames: files.filter(({ operation }) => operation !== "close").map(({ source }) => source),
      };
  }
}

function operationOf({ operation, source, target }: FileDraft, { user, password, encryptionKey }: DeploymentDraft) {
  const key = encryptionKey === "" ? {} : { encryptionKey };
  const here = { fileName: target, ...key };
  switch (operation) {
    case "migrate":
      return {
        operation,
        clone: { fileName: source, user, password, ...key },
        dataSource: { ...here, user, password },
        target: here,
      };
    case "install":
    case "replace":
      return { operation, source: { fileName: source, ...key }, target: here };
    case "close":
      return { operation, target: here };
  }
}

function scriptOf({ file, script, param, user, password }: ScriptDraft) {
  if (file.trim() === "" || script.trim() === "") return undefined;
  return {
    file: { name: file.trim(), user, password },
    script: { name: script.trim(), ...(param !== "" && { param }) },
  };
}

/** As the service shows it: what stands for a secret is no secret. */
export function masked(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, inner) => (secretNames.has(name) && inner !== "" ? mask : inner)));
}

/** What stands for a secret that is not shown. */
export const mask = "********";
const secretNames = new Set(["password", "apiKey", "token", "encryptionKey", "pass", "channelUrl", "webhookUrl"]);

/** A request that was pasted. @throws SyntaxError */
export function pastedRequest(text: string): DeploymentRequest {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("deployments" in value)) throw new SyntaxError("deployments");
  return value as DeploymentRequest;
}
