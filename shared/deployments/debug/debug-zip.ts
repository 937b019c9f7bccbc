import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { attachment } from "#shared/contract/file-answer.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { processes } from "#shared/processes/contract.ts";
import { storedZipLength, zipBytes } from "#shared/zip/zip-stream.ts";
import type { deployments } from "../contract.ts";
import { buildOf } from "../file-source.ts";
import type { SubDeployment } from "../request/contract.ts";

type Deployments = ServiceOf<typeof deployments>;

interface DebugDependencies {
  readonly deployments: Pick<Deployments, "getDeployment">;
  readonly processes: Pick<ServiceOf<typeof processes>, "readProcess" | "readProcessLog" | "readToolLog">;
  /** Reads the manifest of a build in this host's inbox, secrets masked. Returns undefined if the build is gone. */
  readonly manifestOf: (build: string) => Promise<unknown>;
  /** Readers of the versions of this service, the agent and FileMaker Server. */
  readonly versions: Readonly<Record<string, () => Promise<unknown>>>;
  readonly clock: Clock;
}

/** Maximum number of log lines. The newest are included, because they say what went wrong. */
const maxLogLines = 10_000;

/** Builds a zip with everything that support needs to diagnose a part of a deployment. Sources that can't be read are listed in it. */
export function debugZip(dependencies: DebugDependencies): Pick<Deployments, "downloadDeploymentDebug"> {
  const { deployments, processes, manifestOf, versions, clock } = dependencies;

  const logOf = async (id: number, call: Call): Promise<string> => {
    const { process } = await processes.readProcess({ id }, call);
    const since = Math.max(0, process.logLines - maxLogLines);
    const { lines } = await processes.readProcessLog({ id, since, limit: maxLogLines }, call);
    return lines
      .map(({ at, level, phase, text }) => `${at} ${level.padEnd(7)} ${phase === null ? "" : `[${phase}] `}${text}\n`)
      .join("");
  };

  return {
    async downloadDeploymentDebug({ id }, call) {
      const { log: _log, deployment_payload: payload, ...row } = await deployments.getDeployment({ id }, call);
      const build = buildOf(payload as SubDeployment);
      const { files, missing } = await gathered({
        "deployment.json": async () => row,
        "payload.json": async () => payload,
        "process.json": async () => (await processes.readProcess({ id: row.process_id }, call)).process,
        "log.txt": () => logOf(row.process_id, call),
        "tool-log.txt": () => processes.readToolLog({ id: row.process_id }, call),
        ...(build !== undefined && { "build-manifest.json": () => manifestOf(build) }),
      });
      const known = await gathered(versions);
      const about = {
        madeAt: new Date(clock.now()).toISOString(),
        versions: Object.fromEntries(known.files),
        missing: [...missing, ...known.missing],
      };
      const texts = [["about.json", about] as const, ...files].map(([name, content]) => ({ name, ...inZip(content) }));
      const entries = texts.map((file) => ({ ...file, modifiedAt: new Date(clock.now()) }));
      return {
        status: 200,
        headers: {
          ...attachment(`deployment-${id}-debug.zip`),
          "Content-Type": "application/zip",
          "Content-Length": String(storedZipLength(entries)),
        },
        body: zipBytes(entries, { level: 0 }),
      };
    },
  };
}

/** Reads every source. Returns the files, and the name and reason of each source that couldn't be read. */
async function gathered(sources: Readonly<Record<string, () => Promise<unknown>>>) {
  const files: (readonly [string, unknown])[] = [];
  const missing: { readonly name: string; readonly reason: string }[] = [];
  for (const [name, source] of Object.entries(sources)) {
    try {
      const content = await source();
      if (content === undefined) missing.push({ name, reason: "Not kept" });
      else files.push([name, content]);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      missing.push({ name, reason: thrown.text });
    }
  }
  return { files, missing };
}

function inZip(content: unknown) {
  const bytes = Buffer.from(typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  return {
    sizeBytes: bytes.length,
    async *bytes() {
      yield bytes;
    },
  };
}
