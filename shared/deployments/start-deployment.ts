import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import {
  type ChainedAction,
  type ScheduleInfo,
  scheduleInfo,
  withoutSecrets,
} from "#shared/contract/values/release-shapes.ts";
import type { AbortProcess, ScheduledJob, ScheduledJobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { StartMoment } from "#shared/schedules/api.ts";
import { deploymentPlan } from "./deployment-job.ts";
import { checkPart } from "./part-rules.ts";
import type { DeploymentRecord } from "./record.ts";
import type { SubDeployment } from "./request/contract.ts";
import type { SealedDeployments } from "./sealed-deployments.ts";
import type { DeploymentStore } from "./store.ts";

interface StartDependencies {
  readonly store: DeploymentStore;
  readonly sealed: Pick<SealedDeployments, "seal" | "sealChain" | "keepCredential">;
  /** Returns the account for FileMaker Server that a caller uses. */
  readonly administrator: (call: Pick<Call, "caller">) => Promise<AdminCredential>;
  readonly jobs: () => Pick<ScheduledJobs, "accept">;
  readonly abort: AbortProcess;
  /** Returns the start time of work that is scheduled for later. */
  readonly startMoment: StartMoment;
  readonly clock: Clock;
}

/** Deployment to start. */
export interface NewDeployment {
  readonly label: string;
  readonly parts: readonly SubDeployment[];
  readonly abortsRemaining: boolean;
  /** True if the deployment is only rehearsed: no file is closed or replaced. */
  readonly isRehearsal: boolean;
  /** Actions that are called at the end. */
  readonly chain: readonly ChainedAction[];
  /** Recipe that the deployment is a run of. */
  readonly recipeId?: number | null;
  readonly scheduled: boolean;
  readonly timestamp?: string | undefined;
}

/** Deployment that was accepted. */
export interface AcceptedDeployment {
  readonly batchId: number;
  readonly subDeploymentIds: number[];
  readonly processIds: number[];
  /** Start time, if that is later. */
  readonly schedule: ScheduleInfo | undefined;
}

/** Returns the answer to a start request. */
export function startResult({ schedule, ...accepted }: AcceptedDeployment) {
  return schedule === undefined ? { started: true, ...accepted } : { scheduled: true, schedule, ...accepted };
}

/** Origin of a deployment that isn't started by a caller. */
interface Origin {
  /** Name shown in processes. */
  readonly startedBy: string;
  /** Idempotency key of the last part. If that part was accepted, all parts were. */
  readonly key: string;
  readonly scheduleId: string;
}

export interface DeploymentStarts {
  start(wanted: NewDeployment, call: Pick<Call, "caller">, origin?: Origin): Promise<AcceptedDeployment>;
  /** Runs a crashed part again. Returns its process. */
  resume(record: DeploymentRecord, payload: SubDeployment, call: Pick<Call, "caller">): Promise<number>;
}

export function deploymentStarts(dependencies: StartDependencies): DeploymentStarts {
  const { store, sealed, administrator, jobs, abort, startMoment, clock } = dependencies;

  /** Accepts a process for a part. `known` stores the part's record before the process can begin. */
  const accepted = (
    { id, name }: Pick<DeploymentRecord, "id" | "name">,
    { startAt, startedBy, key }: Pick<ScheduledJob, "startAt" | "startedBy" | "key">,
    known: (processId: number) => Promise<void>,
  ): Promise<number> =>
    jobs().accept({
      plan: {
        ...deploymentPlan,
        title: `${deploymentPlan.title} ${name ?? `part ${id}`}`.slice(0, 200),
        objects: [`sub-deployment:${id}`],
      },
      async inputOf(processId) {
        await known(processId);
        return { deployment: id };
      },
      startedBy,
      startAt,
      key,
    });

  return {
    async start(wanted, call, origin) {
      const { label, parts, abortsRemaining, isRehearsal, chain, recipeId = null, scheduled, timestamp } = wanted;
      for (const part of parts) checkPart(part);
      const startAt = scheduled ? await startMoment(timestamp, clock.now()) : undefined;
      const credential = await administrator(call);
      const startedBy = origin?.startedBy ?? callerName(call.caller);

      const now = clock.now();
      const batchId = await store.nextBatchId();
      const subDeploymentIds: number[] = [];
      for (const _ of parts) subDeploymentIds.push(await store.nextId());
      const whole = { schema: 1, id: batchId, label: label || null, partIds: subDeploymentIds } as const;
      const name = `${deploymentPlan.title} ${label || batchId}`;
      const schedule = startAt === undefined ? undefined : scheduleInfo(`deployment-${batchId}`, name, startAt);
      const scheduleId = schedule?.id ?? origin?.scheduleId ?? null;
      const follows =
        chain.length === 0
          ? ({ chain: "none", sealedChain: null } as const)
          : ({ chain: "waiting", sealedChain: await sealed.sealChain(batchId, chain) } as const);
      await store.createBatch({
        ...{ ...whole, ...follows, abortsRemaining, createdAt: now },
        ...{ scheduleId, recipeId, chainCaller: null, chainResults: [] },
      });

      const processIds: number[] = [];
      try {
        for (const [index, payload] of parts.entries()) {
          const id = subDeploymentIds[index] as number;
          const name = payload.name ?? (parts.length === 1 && label !== "" ? label : null);
          const secrets = await sealed.seal(id, { payload, credential });
          const known = (processId: number) =>
            store.create(
              {
                ...{ schema: 1, id, batchId, name, processId, createdAt: now, updatedAt: now, startedAt: null },
                ...{ status: null, result: null, hasErrors: false, message: null, closedMs: null, kept: [] },
                fileCount: payload.fileOperations.length,
                ...{ undoneBy: null, isRehearsal, migrations: [] },
                payload: JSON.stringify(withoutSecrets(payload)),
                startedBy,
              },
              secrets,
            );
          const key = index === parts.length - 1 ? origin?.key : undefined;
          processIds.push(await accepted({ id, name }, { startAt, startedBy, key }, known));
        }
      } catch (thrown) {
        // All parts, or none.
        for (const id of processIds) await abort(id);
        throw thrown;
      }
      return { batchId, subDeploymentIds, processIds, schedule };
    },

    async resume({ id, name }, payload, call) {
      checkPart(payload);
      const credential = await administrator(call);
      return accepted({ id, name }, { startAt: undefined, startedBy: callerName(call.caller) }, async (processId) => {
        await store.change(id, (found) => ({
          ...{ ...found, processId, updatedAt: clock.now(), startedAt: null },
          ...{ status: null, result: null, hasErrors: false, message: null, closedMs: null },
        }));
        // From now on, the end of the previous process doesn't delete secrets.
        await sealed.keepCredential(id, credential);
      });
    },
  };
}
