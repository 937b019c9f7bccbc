import { type Call, callerMay } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { AbortProcess } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import type { StructureComparisons } from "./compare/compare-structures.ts";
import { comparisonOf } from "./compare/comparison.ts";
import type { buildComparisons } from "./compare/contract.ts";
import type { ComparisonStore } from "./compare/store.ts";
import { type BuildInput, BuildManifest, type builds } from "./contract.ts";
import type { BuildDeliveries } from "./deliveries.ts";
import type { BuildDownloads } from "./downloads.ts";
import type { HostBuilds } from "./host-builds.ts";
import type { LookIntoOutbox } from "./outbox.ts";
import type { BuildPublishing } from "./publishing.ts";
import type { BuildRecord } from "./record.ts";
import { logEntry, shownManifest, shownRow, statusOf } from "./rules.ts";
import type { StartBuild } from "./start-build.ts";
import { type BuildStore, requestContext } from "./store.ts";

interface BuildServiceDependencies {
  readonly store: BuildStore;
  readonly start: StartBuild;
  readonly publishing: BuildPublishing;
  readonly host: HostBuilds;
  readonly outbox: LookIntoOutbox;
  readonly downloads: BuildDownloads;
  readonly structures: StructureComparisons;
  readonly comparisons: Pick<ComparisonStore, "removeAllOf">;
  readonly processes: Pick<ProcessStore, "get" | "lines">;
  readonly abort: AbortProcess;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
}

const maxRows = 200;
const maxLogLines = 500;
const firstPauseMs = 50;
const longestPauseMs = 1_000;

export function buildService(
  dependencies: BuildServiceDependencies,
): Omit<ServiceOf<typeof builds & typeof buildComparisons>, keyof BuildDeliveries> {
  const { store, start, publishing, host, outbox, downloads, structures, comparisons, processes, abort, vault, clock } =
    dependencies;

  const processOf = async (record: BuildRecord): Promise<ProcessRecord | undefined> =>
    record.status === null ? processes.get(record.processId) : undefined;

  const logOf = async ({ processId }: BuildRecord) => {
    const process = await processes.get(processId);
    const startedAt = process?.startedAt ?? process?.createdAt ?? 0;
    const lines = await processes.lines(processId, Math.max(0, (process?.logLines ?? 0) - maxLogLines), maxLogLines);
    return lines.map(({ line }) => logEntry(line, startedAt));
  };

  const byNumber = async (id: number): Promise<BuildRecord> => {
    const record = await store.get(id);
    if (record === undefined) throw new ServiceError("build_not_found");
    return record;
  };

  /** Waits for the end of a build, for at most `waitMs`. */
  const endOf = async (record: BuildRecord, waitMs: number): Promise<BuildRecord> => {
    const until = clock.now() + waitMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const found = await byNumber(record.id);
      const leftMs = until - clock.now();
      if (found.status !== null || leftMs <= 0) return found;
      await clock.sleep(Math.min(pauseMs, leftMs));
    }
  };

  const refuseOpen = async (record: BuildRecord): Promise<void> => {
    const process = await processOf(record);
    if (process !== undefined && process.endedAt === null)
      throw new ServiceError("build_running", { text: record.buildId });
  };

  const endedPair = async (from: number, to: number): Promise<[BuildRecord, BuildRecord]> => {
    const [before, after] = [await byNumber(from), await byNumber(to)];
    for (const record of [before, after]) await refuseOpen(record);
    return [before, after];
  };

  /** Returns the links of a build. They work without a sign-in, so viewers get none. */
  const linksFor = async ({ caller, prefix }: Pick<Call, "caller" | "prefix">, record: BuildRecord) => {
    const links = await downloads(record, prefix);
    return callerMay(caller, "operator") ? links : { ...links, downloadUrl: "", downloadFolderUrl: "" };
  };

  return {
    async startBuild(input, call) {
      const { record, schedule } = await start(input, call);
      const accepted = { buildId: record.buildId, ottofmsId: record.id, processId: record.processId };
      return schedule === undefined ? { started: true, ...accepted } : { scheduled: true, schedule, ...accepted };
    },

    async listBuilds({ inboxOrOutbox }) {
      const there = inboxOrOutbox === "outbox" ? await outbox() : await host.list(inboxOrOutbox);
      const manifests = there.map(({ build, manifest, modifiedAt }) => {
        const written = BuildManifest.safeParse(withoutSecrets(manifest));
        const unreadable = { status: "crashed", buildId: build, zipArchive: "" } as const;
        return { ...(written.data ?? unreadable), buildId: build, lastUpdated: timestamp(modifiedAt) };
      });
      return { manifests };
    },

    async abortBuild() {
      for (const record of (await store.newest(maxRows)).toReversed()) {
        const process = await processOf(record);
        const isOpen = process !== undefined && process.endedAt === null && (process.startAt ?? 0) <= clock.now();
        if (!isOpen) continue;
        await abort(record.processId);
        return { success: true };
      }
      throw new ServiceError("build_not_running");
    },

    async listBuildRows() {
      const records = await store.newest(maxRows);
      const rows = records.map(async (record) => shownRow(record, await processOf(record), clock.now()));
      return { builds: await Promise.all(rows) };
    },

    async getBuildRow({ buildId }, call) {
      const record = await byNumber(buildId);
      const row = shownRow(record, await processOf(record), clock.now());
      return { build: { ...row, log: await logOf(record), ...(await linksFor(call, record)) } };
    },

    async compareBuilds({ from, to }) {
      const comparison = comparisonOf(...(await endedPair(from, to)));
      return { comparison: { ...comparison, structure: await structures.of({ from, to }) } };
    },

    async compareStructures({ from, to, files: openers }, call) {
      const [before, after] = await endedPair(from, to);
      return structures.start(before, after, { openers, startedBy: callerName(call.caller) });
    },

    async deleteBuildRow({ buildId }) {
      const record = await byNumber(buildId);
      const process = await processOf(record);
      // A build that is scheduled for later doesn't start.
      if (process !== undefined && statusOf(record, process, clock.now()) === "scheduled") await abort(process.id);
      else await refuseOpen(record);
      if (record.existsInOutbox) await host.remove("outbox", record.buildId);
      await comparisons.removeAllOf(record.id);
      await store.remove(record);
      return { ok: true, message: "Build deleted." };
    },

    async rerunBuild({ buildId, deleteExistingBuild }, call) {
      const record = await byNumber(buildId);
      const request = JSON.parse(await vault.open(record.sealedRequest, requestContext(record.id))) as BuildInput;
      const again = await start({ ...request, force: deleteExistingBuild, scheduled: false }, call);
      const { id, processId } = again.record;
      return { ok: true, message: "Build started again.", ottofmsId: id, processId };
    },

    async deleteBuild({ buildId, inboxOrOutbox: box }) {
      const record = box === "outbox" ? await store.named(buildId) : undefined;
      if (record !== undefined) await refuseOpen(record);
      const removed = await host.remove(box, buildId);
      if (record !== undefined)
        await store.change(record.id, (found) => ({ ...found, existsInOutbox: false, updatedAt: clock.now() }));
      return { removed };
    },

    async publishBuild({ buildId, destination }, call) {
      const record = await store.named(buildId);
      if (record === undefined) throw new ServiceError("build_not_found");
      await refuseOpen(record);
      if (!record.existsInOutbox) throw new ServiceError("build_not_found");
      await publishing.check(buildId, destination);
      const processId = await publishing.publish(record, destination, { startedBy: callerName(call.caller) });
      await store.change(record.id, (found) => ({ ...found, publishedBy: [...found.publishedBy, processId] }));
      return { success: true, message: "Publishing started.", uploadId: String(processId), processId };
    },

    async getBuildStatus({ buildId, delay }, call) {
      const named = await store.named(buildId);
      if (named === undefined) throw new ServiceError("build_not_found");
      const record = await endOf(named, delay * 1000);
      const shown = shownManifest(record, await processOf(record), clock.now());
      return { ...shown, log: await logOf(record), ...(await linksFor(call, record)) };
    },
  };
}
