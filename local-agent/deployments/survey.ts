import { readFile } from "node:fs/promises";
import { freemem, platform } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { buildFolder, manifestName, zipName } from "../builds/build-folder.ts";
import type { Clock } from "../clock.ts";
import { containersOf } from "../disk/containers.ts";
import { diskUses, type SpaceNeeded } from "../disk/disk-space.ts";
import { baseOf } from "../disk/hosted-file.ts";
import { filesBelow, found, sizeOf } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { type FileLocations, fileLocations } from "../operations/file-locations.ts";
import { runProgram } from "../programs/run-program.ts";
import { Refused, refusedBy } from "../refused.ts";
import type { FileServers } from "../server/file-server.ts";
import { readZip } from "../zip/read-zip.ts";
import { configsIn } from "./brought-configs.ts";
import { draftNeed, type FilePlan, planOf, type SourceSize, sourceSize } from "./deployment-plan.ts";
import { keptFile } from "./kept-backups.ts";

type Fields = FieldsOf<"deployments.survey">;
type Reply = ReplyOf<"deployments.survey">;
type SurveyedFile = Reply["files"][number];

interface SurveyDependencies {
  readonly host: Host;
  readonly clock: Clock;
  readonly servers: FileServers;
}

/** Checks everything that a deployment needs on this host. Fetches, closes and writes nothing. */
export async function surveyDeployment(fields: Fields, dependencies: SurveyDependencies): Promise<Reply> {
  const { host, servers, clock } = dependencies;
  const locations = await fileLocations(host, servers(fields.server));
  const source = await sourceOf(fields, host, locations);
  const plans: (FilePlan | undefined)[] = [];
  const files: SurveyedFile[] = [];
  for (const [index, file] of fields.files.entries()) {
    // A survey has no deployment number yet: none of its paths exist.
    const plan = await planOf(locations, { deployment: 1 }, index, file, 0).catch(orRefusal);
    plans.push(plan instanceof Refused ? undefined : plan);
    files.push(await surveyed(plan, file, source, host));
  }
  const needs = plans.flatMap((plan, index) => {
    const file = fields.files[index];
    return plan === undefined || file === undefined ? [] : [{ plan, need: draftNeed(plan, file, source.sizeOf) }];
  });
  const containerBytes = fields.withContainers ? files.map((file) => file.containerBytes) : [];
  const disks = await diskUses([
    ...needs.map(({ need }) => need),
    ...needs.map(({ plan }, index) => ({ folder: plan.root, bytes: containerBytes[index] ?? 0 })),
    ...fetchNeeds(needs, source, host),
  ]);
  return {
    files,
    sourceProblem: source.problem,
    configs: await knownConfigs(fields, host),
    disks: disks.map(({ folder, bytes, freeBytes }) => ({ folder: basename(folder), neededBytes: bytes, freeBytes })),
    toolVersion: fields.files.some(({ operation }) => operation === "migrate") ? await toolVersion(dependencies) : null,
    utcOffsetMinutes: -new Date(clock.now()).getTimezoneOffset(),
    memory: { freeBytes: freemem(), freeSwapBytes: await freeSwap() },
  };
}

/** Returns what a build on this host includes for files. Empty for builds that must still be fetched. */
async function knownConfigs({ source, files }: Fields, host: Host): Promise<Reply["configs"]> {
  if (source?.kind !== "build") return [];
  return configsIn(join(buildFolder(host, source.box, source.build), manifestName), files, () => undefined);
}

interface SurveyedSource {
  readonly problem: string | null;
  /** Undefined if its files are only known after it is fetched. */
  readonly names: ReadonlySet<string> | undefined;
  readonly sizeOf: SourceSize;
  /** Bytes that are fetched or copied before files are in place. Undefined if unknown. */
  readonly fetchedBytes: number | undefined;
}

async function surveyed(
  plan: FilePlan | Refused,
  file: Fields["files"][number],
  source: SurveyedSource,
  host: Host,
): Promise<SurveyedFile> {
  const named = file.operation === "close" ? undefined : file.operation === "migrate" ? file.clone : file.source;
  const isMissing = named !== undefined && source.names?.has(normalizedDatabaseName(named.file)) === false;
  const sourceBytes = (named && source.sizeOf(named.file)) ?? null;
  const nothing = { sizeBytes: null, isOpen: false, containerBytes: 0, isInSecureFolder: false, isBelowFolder: false };
  if (plan instanceof Refused) return { problem: plan.message, sourceBytes, ...nothing };
  const { target, root, replacedBytes, isOpen } = plan;
  return {
    problem: isMissing ? `${named.file} is not in the source` : null,
    sizeBytes: replacedBytes,
    isOpen,
    containerBytes: await sizeOf(containersOf(target)),
    sourceBytes,
    isInSecureFolder: root === (await baseOf(host, "secure")),
    isBelowFolder: dirname(target) !== root,
  };
}

/** Returns what is known of a source, or its files on this host. */
async function sourceOf({ source, files }: Fields, host: Host, locations: FileLocations): Promise<SurveyedSource> {
  const unknown = { problem: null, names: undefined, sizeOf: () => undefined, fetchedBytes: undefined };
  if (source === null || source.kind === "files" || source.kind === "store") return unknown;
  try {
    const sizes = await sizesOf(source, files, host, locations);
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    const names = new Set(Object.keys(sizes).map(normalizedDatabaseName));
    // Manifests of other tools may omit sizes.
    const isKnown = source.kind !== "zip" || names.size > 0;
    const zipBytes = source.kind === "zip" ? (source.sizeBytes ?? (isKnown ? bytes : undefined)) : 0;
    return {
      problem: null,
      names: isKnown ? names : undefined,
      sizeOf: sourceSize(sizes),
      // Files of unknown size are assumed to be as large as their zip.
      fetchedBytes: zipBytes === undefined ? undefined : zipBytes + (isKnown ? bytes : zipBytes),
    };
  } catch (thrown) {
    return { ...unknown, problem: refusedBy(thrown).message };
  }
}

type KnownSource = Exclude<NonNullable<Fields["source"]>, { readonly kind: "files" | "store" }>;

async function sizesOf(
  source: KnownSource,
  files: Fields["files"],
  host: Host,
  locations: FileLocations,
): Promise<Record<string, number>> {
  switch (source.kind) {
    case "zip":
      return source.sizes;
    case "build": {
      const folder = buildFolder(host, source.box, source.build);
      if ((await found(folder)) === undefined)
        throw new Refused("not-found", `build ${source.build} not found in the ${source.box}`);
      const zip = join(folder, zipName(source.build));
      if ((await found(zip)) !== undefined)
        return Object.fromEntries((await readZip(zip, {})).map(({ name, sizeBytes }) => [name, sizeBytes]));
      const names = (await filesBelow(folder)).filter((name) => name !== manifestName);
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await sizeOf(join(folder, name))] as const)),
      );
    }
    case "local": {
      const sizes: Record<string, number> = {};
      for (const file of source.files) {
        const from = source.folder === undefined ? file : `${source.folder}/${fullDatabaseName(file)}`;
        const { path, sizeBytes } = await locations.source(from);
        sizes[basename(path)] = sizeBytes;
      }
      return sizes;
    }
    case "backup": {
      const sizes: Record<string, number> = {};
      for (const file of files) {
        if (!("source" in file)) continue;
        const path = await keptFile(host, source.deployment, file.source.file);
        sizes[basename(path)] = await sizeOf(path);
      }
      return sizes;
    }
  }
}

/**
 * Returns the space for fetching. If the source's contents are unknown, its files are assumed to be as large as those that they replace.
 */
function fetchNeeds(
  needs: readonly { readonly need: SpaceNeeded }[],
  { fetchedBytes }: SurveyedSource,
  host: Host,
): readonly SpaceNeeded[] {
  const estimate = 2 * needs.reduce((sum, { need }) => sum + need.bytes, 0);
  return [{ folder: host.roots.backups, bytes: fetchedBytes ?? estimate }];
}

const toolMs = 10_000;

/** Returns FMDataMigration's version, which it prints if it is called without arguments. */
async function toolVersion({ host, clock }: SurveyDependencies): Promise<string | null> {
  const file = host.tool("FMDataMigration");
  const program = { file, args: [], cwd: host.serverPath, input: "", timeoutMs: toolMs };
  try {
    const { output } = await runProgram(program, clock);
    return /\d+\.\d+\.\d+(?:\.\d+)?/.exec(output)?.[0] ?? null;
  } catch (thrown) {
    if (refusedBy(thrown).fault === "tool-missing") return null;
    throw thrown;
  }
}

/** Returns null if the system doesn't report it: on all systems except Linux. */
async function freeSwap(): Promise<number | null> {
  if (platform() !== "linux") return null;
  const text = await readFile("/proc/meminfo", "utf8");
  const [, kilobytes] = /^SwapFree:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
}

function orRefusal(thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown;
  throw thrown;
}
