import { BuildName } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import { jitBuildId } from "./jit-build-id.ts";
import type { DeploymentSource, SubDeployment } from "./request/contract.ts";
import { sourceFileOf } from "./rules.ts";
import type { SourceServer } from "./source-server.ts";
import { manifestIn } from "./sources/build-manifest.ts";
import { notReached } from "./sources/not-reached.ts";
import type { OffsiteSources } from "./sources/offsite-sources.ts";

export type RemoteSource = Extract<DeploymentSource, { readonly serverUrl: string }>;
export type JitSource = Extract<DeploymentSource, { readonly type: "servicejit" | "otto4jit" }>;

interface FileSourceDependencies {
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
  /** True if an address leads to this service, whose builds are on this host. */
  readonly isOwnServer: (address: string) => Promise<boolean>;
  readonly callouts: Pick<Callouts, "get">;
  readonly offsite: OffsiteSources;
  /** Networks, in addition to public ones, that files can be downloaded from. */
  readonly networks: readonly string[];
}

/**
 * Returns the source that the agent takes the files of a part from, or null if the part takes no files.
 * @throws ServiceError source_not_called, source_unreachable, source_refused
 */
export function fileSources({ sourceServer, isOwnServer, callouts, offsite, networks }: FileSourceDependencies) {
  const zipOf = async (source: RemoteSource, buildId: string): Promise<FileSource> => {
    const build = await sourceServer(source).status(buildId);
    const isHere = await isOwnServer(source.serverUrl);
    if (build.status === "completed" && isHere) return { kind: "build", box: "outbox", build: buildId };
    if (build.status !== "completed" || build.downloadUrl === "")
      throw new ServiceError("source_refused", {
        text: `the build ${buildId} can't be fetched, because its status is ${build.status}`,
      });
    const sizes = build.files.flatMap(({ fileName, size }) => (size === undefined ? [] : [[fileName, size]]));
    return {
      kind: "zip",
      // The download URL may name a host of the other server's own network, so call the address that the administrator entered.
      token: new URL(pathOf(build.downloadUrl, buildId), source.serverUrl).href,
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
      case "url":
        return { ...(await zipAt(callouts, source.url)), networks: [...networks] };
      case "file_urls": {
        const files = source.files.map(({ url: token, filename: file }) => ({ token, file }));
        return { kind: "files", files, networks: [...networks] };
      }
      case "offsite_storage":
        return { ...(await offsite.build(source)), networks: [...networks] };
      case "offsite_backup":
        return { ...(await offsite.backup(source)), networks: [...networks] };
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

const manifestMs = 30_000;
const maxManifestBytes = 2 * 1024 * 1024;

type Zip = Omit<Extract<FileSource, { readonly kind: "zip" }>, "networks">;

/**
 * Returns the build at an address: the address of its zip, or of its manifest, which can name the address of the zip.
 * @throws ServiceError source_not_called, source_unreachable, source_refused
 */
async function zipAt(callouts: Pick<Callouts, "get">, address: string): Promise<Zip> {
  const url = new URL(address);
  if (address.includes(".build.zip"))
    return { kind: "zip", token: address, build: zipBuildName(url), sizeBytes: null, sha256: null, sizes: {} };
  const answer = await callouts
    .get({
      url,
      timeoutMs: manifestMs,
      largestBytes: maxManifestBytes,
      ...(url.port !== "" && { port: Number(url.port) }),
    })
    .catch((thrown: unknown) => {
      throw notReached(thrown);
    });
  if (answer.status !== 200)
    throw new ServiceError("source_refused", {
      text: `${url.host} responded with HTTP ${answer.status} to the request for the manifest`,
    });
  const manifest = manifestIn(answer.body);
  if (manifest === undefined)
    throw new ServiceError("source_refused", { text: `the response of ${url.host} isn't a manifest of a build` });
  const { status, buildId: build, zipArchive, downloadUrl, zipSize, sha256, files } = manifest;
  if (status !== "completed")
    throw new ServiceError("source_refused", { text: `the status of the build ${build} is ${status}` });
  const token = downloadUrl ?? new URL(encodeURIComponent(lastName(zipArchive) || `${build}.build.zip`), url).href;
  const sizes = files.flatMap(({ fileName, size }) => (size == null ? [] : [[fileName, size] as const]));
  return {
    kind: "zip",
    token,
    build,
    sizeBytes: zipSize ?? null,
    sha256: sha256 ?? null,
    sizes: Object.fromEntries(sizes),
  };
}

/** Returns the build name for a zip at an address, if nothing else names its build. */
function zipBuildName({ pathname }: URL): string {
  const name = lastName(decoded(pathname)).replace(/\.build\.zip$/, "");
  return BuildName.safeParse(name).data ?? "build";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Only its server can interpret it.
  }
}

/** Returns the last segment of a path, which may be a path on the maker's own host. */
function lastName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

export function isJitSource(source: DeploymentSource): source is JitSource {
  return source.type === "servicejit" || source.type === "otto4jit";
}

/** True if the other server must push its build to this server. */
export function isPushed(source: DeploymentSource): source is RemoteSource {
  return "serverUrl" in source && source.pushBuild === true;
}

/** Returns the build that a part takes its files from. Undefined if the source names none. */
export function buildOf(payload: SubDeployment): string | undefined {
  const { source } = payload;
  if (isJitSource(source)) return jitBuildId(source.serverUrl, payload);
  return "buildId" in source ? source.buildId : undefined;
}

/** Returns the request for a build that another server must make for a part. */
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

/** @throws ServiceError source_refused */
function pathOf(downloadUrl: string, buildId: string): string {
  const url = URL.parse(downloadUrl);
  if (url === null)
    throw new ServiceError("source_refused", { text: `the download address of the build ${buildId} isn't a URL` });
  return `${url.pathname}${url.search}`;
}
