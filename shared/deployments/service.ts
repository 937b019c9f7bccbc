import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { chainOf, withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { AbortProcess } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import type { StartMoment } from "#shared/schedules/api.ts";
import type { deployments } from "./contract.ts";
import type { HostBackups } from "./host-backups.ts";
import { currentParts } from "./neighbours.ts";
import type { PlannedPart } from "./plan/contract.ts";
import { worstOf } from "./plan/findings.ts";
import type { PlanPart } from "./plan/plan-deployment.ts";
import type { Unmasked } from "./recipes/secrets-of.ts";
import type { BatchRecord, DeploymentRecord } from "./record.ts";
import { withEachFile } from "./regex-operations.ts";
import { deploymentLogEntry, progressOf, shownBatch, shownPart, shownRow } from "./rules.ts";
import type { SealedDeployments } from "./sealed-deployments.ts";
import { type DeploymentStarts, startResult } from "./start-deployment.ts";
import type { DeploymentStore } from "./store.ts";
import { undoOf } from "./undo.ts";

interface DeploymentServiceDependencies {
  readonly store: DeploymentStore;
  readonly sealed: Pick<SealedDeployments, "open" | "openChain">;
  readonly starts: DeploymentStarts;
  readonly backups: HostBackups;
  readonly processes: Pick<ProcessStore, "get" | "lines">;
  readonly abort: AbortProcess;
  readonly plan: PlanPart;
  readonly unmasked: Unmasked;
  /** Minimum free space on each disk, in bytes. */
  readonly floorBytes: number;
  /** Returns the start time of work that is scheduled for later. */
  readonly startMoment: StartMoment;
  readonly clock: Clock;
}

const maxRows = 200;
const maxLogLines = 500;
/** Phases in which files are replaced, and later ones. Deployments can't be aborted in them. */
const latePhases = ["installing", "opening", "post-deployment script", "post-deployment steps"];

export function deploymentService(
  dependencies: DeploymentServiceDependencies,
): Omit<ServiceOf<typeof deployments>, "downloadDeploymentDebug"> {
  const { store, sealed, starts, backups, processes, abort, plan, unmasked, floorBytes } = dependencies;
  const { startMoment, clock } = dependencies;

  const current = currentParts(processes, clock);

  const progress = async (part: DeploymentRecord) => {
    const { record, process } = await current(part);
    return progressOf(record, process, clock.now());
  };

  const logOf = async ({ processId }: DeploymentRecord) => {
    const process = await processes.get(processId);
    const startedAt = process?.startedAt ?? process?.createdAt ?? 0;
    const lines = await processes.lines(processId, Math.max(0, (process?.logLines ?? 0) - maxLogLines), maxLogLines);
    return lines.map(({ line }) => deploymentLogEntry(line, startedAt));
  };

  const rowOf = async (part: DeploymentRecord) => {
    const { record, process } = await current(part);
    return shownRow(record, process, clock.now());
  };
  const partOf = async (part: DeploymentRecord) => {
    const { record, process } = await current(part);
    return shownPart(record, process, clock.now());
  };

  const byNumber = async (id: number): Promise<DeploymentRecord> => {
    const record = await store.get(id);
    if (record === undefined) throw new ServiceError("deployment_not_found");
    return record;
  };

  const wholeByNumber = async (id: number): Promise<BatchRecord> => {
    const batch = await store.batch(id);
    if (batch === undefined) throw new ServiceError("deployment_not_found");
    return batch;
  };

  const payloadOf = async ({ id }: DeploymentRecord) => {
    const opened = await sealed.open(id);
    if (opened === undefined) throw new ServiceError("deployment_not_found");
    return opened.payload;
  };

  const refuseOpen = async (records: readonly DeploymentRecord[], open: readonly string[]): Promise<void> => {
    for (const record of records)
      if (open.includes((await progress(record)).status)) throw new ServiceError("deployment_running");
  };

  /** Deletes records and backups of their files. Deployments that are scheduled for later don't start. */
  const removeAll = async (records: readonly DeploymentRecord[]): Promise<void> => {
    await refuseOpen(records, ["running", "queued"]);
    // Follow-up work is pending: deleting the build that was made for the deployment, and possibly opening files.
    const unsettled = (await Promise.all(records.map(current))).filter(({ process }) => process?.endedAt);
    if (unsettled.length > 0) throw new ServiceError("deployment_running");
    for (const record of records) if ((await progress(record)).status === "scheduled") await abort(record.processId);
    await backups.forget(records.filter(({ kept }) => kept.length > 0).map(({ id }) => id));
    for (const record of records) await store.remove(record);
  };

  const undone = async (
    records: readonly DeploymentRecord[],
    { label, transferContainerData }: { readonly label: string; readonly transferContainerData: boolean },
    call: Pick<Call, "caller">,
  ) => {
    await refuseOpen(records, ["running", "queued", "scheduled"]);
    const replacing = (await Promise.all(records.map(current)))
      .map(({ record }) => record)
      .filter(({ kept }) => kept.length > 0);
    if (replacing.length === 0) throw new ServiceError("deployment_backup_missing");
    const parts = await Promise.all(
      replacing.map(async (record) => undoOf(record, await payloadOf(record), transferContainerData)),
    );
    const wanted = { label, parts, abortsRemaining: true, isRehearsal: false, chain: [], scheduled: false };
    const accepted = await starts.start(wanted, call);
    for (const [index, { id }] of replacing.entries()) {
      const undoneBy = accepted.subDeploymentIds[index] ?? null;
      await store.change(id, (record) => ({ ...record, undoneBy }));
    }
    return startResult(accepted);
  };

  return {
    async startDeployment({ scheduled, timestamp, secretsOf, ...request }, call) {
      const { label, deployments: parts, ...input } = await unmasked(request, secretsOf);
      const chain = chainOf(input.chainedAction);
      const how = { chain, abortsRemaining: input.abortRemaining, isRehearsal: input.rehearse };
      const wanted = { label, parts: parts.map(withEachFile), ...how, scheduled, timestamp };
      return startResult(await starts.start(wanted, call));
    },

    async planDeployment({ scheduled, timestamp, secretsOf, ...request }, call) {
      const { deployments: parts } = await unmasked(request, secretsOf);
      const startAt = scheduled && timestamp !== undefined ? await startMoment(timestamp, clock.now()) : undefined;
      const planned: PlannedPart[] = [];
      for (const part of parts.map(withEachFile)) planned.push(await plan(part, call, startAt));
      return { verdict: worstOf(planned), floorBytes, parts: planned };
    },

    async listDeployments() {
      const newest = await store.newest(maxRows);
      const ids = [...new Set(newest.map(({ batchId }) => batchId))];
      const labels = new Map(await Promise.all(ids.map(async (id) => [id, (await store.batch(id))?.label] as const)));
      const rows = newest.map(async (part) => ({
        ...(await rowOf(part)),
        batches: { id: part.batchId, label: labels.get(part.batchId) ?? null },
      }));
      return { deployments: await Promise.all(rows) };
    },

    async listBatches({ offset, limit }) {
      const batches = (await store.newestBatches(offset + limit)).slice(offset);
      const shown = batches.map(async (batch) =>
        shownBatch(batch, await Promise.all((await store.partsOf(batch)).map(partOf))),
      );
      return { batches: await Promise.all(shown) };
    },

    async deleteBatch({ batchId }) {
      await removeAll(await store.partsOf(await wholeByNumber(batchId)));
      return { success: true };
    },

    async renameBatch({ batchId, name }) {
      const batch = await wholeByNumber(batchId);
      await store.renameBatch(batchId, name);
      const [only, ...others] = batch.partIds;
      // A deployment with one part has the part's name.
      if (only !== undefined && others.length === 0) await store.change(only, (found) => ({ ...found, name }));
      return { success: true };
    },

    async listBatchParts({ batchId }) {
      const parts = await store.partsOf(await wholeByNumber(batchId));
      const shown = parts.map(async (record) => ({ ...(await partOf(record)), log: await logOf(record) }));
      return { deployments: await Promise.all(shown) };
    },

    async countQueuedDeployments() {
      const all = await Promise.all((await store.newest(maxRows)).map(progress));
      return { count: all.filter(({ status }) => status === "queued").length };
    },

    async getDeployment({ id }) {
      const record = await byNumber(id);
      const batch = await wholeByNumber(record.batchId);
      const deploymentsOfBatch = await Promise.all((await store.partsOf(batch)).map(rowOf));
      return {
        ...(await rowOf(record)),
        log: await logOf(record),
        batches: {
          ...{
            id: batch.id,
            label: batch.label,
            schedule_id: batch.scheduleId,
            recipe_id: batch.recipeId,
            abort_remaining: batch.abortsRemaining,
            chained_actions: [...withoutSecrets(await sealed.openChain(batch))],
            deployments: deploymentsOfBatch,
          },
          chained_action_results: batch.chainResults,
        },
      };
    },

    async deleteDeployment({ id }) {
      await removeAll([await byNumber(id)]);
      return { success: true };
    },

    async resumeDeployment({ id }, call) {
      const record = await byNumber(id);
      if ((await progress(record)).result !== "crashed") throw new ServiceError("deployment_not_crashed");
      return { success: true, processId: await starts.resume(record, await payloadOf(record), call) };
    },

    async renameDeployment({ id, name }) {
      await byNumber(id);
      await store.change(id, (found) => ({ ...found, name }));
      return { success: true };
    },

    async rerunDeployment({ type, id, scheduled, timestamp }, call) {
      const part = type === "sub-deployment" ? await byNumber(id) : undefined;
      const batch = await wholeByNumber(part?.batchId ?? id);
      const records = part === undefined ? await store.partsOf(batch) : [part];
      const parts = await Promise.all(records.map(payloadOf));
      const label = part?.name ?? batch.label ?? "";
      const how = {
        chain: part === undefined ? await sealed.openChain(batch) : [],
        abortsRemaining: batch.abortsRemaining,
        isRehearsal: records.every((record) => record.isRehearsal),
        recipeId: part === undefined ? batch.recipeId : null,
      };
      const wanted = { label, parts, ...how, scheduled, timestamp };
      return startResult(await starts.start(wanted, call));
    },

    async abortDeployment() {
      for (const record of (await store.newest(maxRows)).toReversed()) {
        const { process } = await current(record);
        if (process === undefined || process.endedAt !== null || (process.startAt ?? 0) > clock.now()) continue;
        if (latePhases.includes(process.phase ?? "")) throw new ServiceError("deployment_not_abortable");
        await abort(record.processId);
        return { success: true };
      }
      throw new ServiceError("deployment_not_running");
    },

    async listDeploymentBackups() {
      const all = await Promise.all((await store.newest(maxRows)).map(current));
      const parts = all.map(({ record }) => record).filter(({ kept }) => kept.length > 0);
      return {
        deployments: [...new Set(parts.map(({ batchId }) => batchId))],
        subDeployments: parts.map(({ id }) => id),
      };
    },

    async undoDeployment({ id, transferContainerData }, call) {
      const record = await byNumber(id);
      return undone([record], { label: `Undo of ${record.name ?? `part ${id}`}`, transferContainerData }, call);
    },

    async undoWholeDeployment({ id, transferContainerData }, call) {
      const batch = await wholeByNumber(id);
      const label = `Undo of ${batch.label ?? `deployment ${id}`}`;
      return undone((await store.partsOf(batch)).toReversed(), { label, transferContainerData }, call);
    },
  };
}
