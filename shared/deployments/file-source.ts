import type { FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { DeploymentSource, SubDeployment } from "./contract.ts";
import { jitBuildId } from "./jit-build-id.ts";
import { sourceFileOf } from "./rules.ts";
import type { SourceServer } from "./source-server.ts";

export type RemoteSource = Extract<DeploymentSource, { readonly serverUrl: string }>;
export type JitSource = Extract<DeploymentSource, { readonly type: "servicejit" | "otto4jit" }>;

interface FileSourceDependencies {
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
  /** Networks beside the public ones that bytes may be fetched from. */
  readonly networks: readonly string[];
}

/** Where the agent takes the files of a part from. Null: it takes none. @throws ServiceError source_unreachable, source_refused */
export function fileSources({ sourceServer, networks }: FileSourceDependencies) {
  const zipOf = async (source: RemoteSource, buildId: string): Promise<FileSource> => {
    const build = await sourceServer(source).status(buildId);
    if (build.status !== "completed" || build.downloadUrl === "")
      throw new ServiceError("source_refused", {
        text: `the build ${buildId} is ${build.status}, and cannot be fetched`,
      });
    const sizes = build.files.flatMap(({ fileName, size }) => (size === undefined ? [] : [[fileName, size]]));
    return {
      kind: "zip",
      // Where it says that it is reached may be a name of its own network: it is called as the administrator named it.
      token: new URL(pathOf(build.downloadUrl), source.serverUrl).href,
      build: buildId,
      sizeBytes: build.zipSize ?? null,
      sha256: build.sha256 ?? null,
      sizes: Object.fromEntries(sizes),
      networks: [...networks],
    };
  };

  return async (payload: SubDeployment): Promise<FileSource | null> => {
    const { source, fileOperations } = payload;
    if (fileOperations.every((operation) => sourceFileOf(operation) === undefined)) return null;
    switch (source.type) {
      case "service":
      case "otto4":
        return zipOf(source, source.buildId);
      case "servicejit":
      case "otto4jit":
        return zipOf(source, jitBuildId(source.serverUrl, payload));
      case "build_inbox":
        return { kind: "build", box: "inbox", build: source.buildId };
      case "backup":
        return { kind: "backup", deployment: source.deploymentId };
      case "local": {
        const { fileNames: files, folderPath: folder } = source;
        return { kind: "local", files, ...(folder !== undefined && { folder }) };
      }
    }
  };
}

export function isJitSource(source: DeploymentSource): source is JitSource {
  return source.type === "servicejit" || source.type === "otto4jit";
}

/** The build that a part needs another server to make. */
export function jitRequest(source: JitSource, payload: SubDeployment) {
  const files = new Map(
    payload.fileOperations.flatMap((operation) => {
      const file = sourceFileOf(operation);
      if (file === undefined) return [];
      const { user, password } = operation.operation === "migrate" ? operation.clone : {};
      return [[file.fileName, { fileName: file.fileName, clone: file.isClone, user, password }] as const];
    }),
  );
  return {
    ...source.buildOptions,
    buildId: jitBuildId(source.serverUrl, payload),
    files: [...files.values()],
    force: true,
  };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
