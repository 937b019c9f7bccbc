import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import {
  type ChainedAction,
  type ScheduleInfo,
  scheduleInfo,
  withoutSecrets,
} from "#shared/contract/values/release-shapes.ts";
import type { ScheduledJob, ScheduledJobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AbortProcess } from "#shared/processes/abort-process.ts";
import type { StartMoment } from "#shared/schedules/start-moment.ts";
import { deploymentPlan } from "./deployment-job.ts";
import { checkPart } from "./part-rules.ts";
import type { DeploymentRecord } from "./record.ts";
import type { SubDeployment } from "./request/contract.ts";
import type { SealedDeployments } from "./sealed-deployments.ts";
import type { DeploymentStore } from "./store.ts";

interface StartDependencies {
  readonly store: DeploymentStore;
  readonly sealed: Pick<SealedDeployments, "seal" | "sealChain" | "keepCredential">;
  /** The account that FileMaker Server is asked with for a caller. */
  readonly administrator: (call: Pick<Call, "caller">) => Promise<AdminCredential>;
  readonly jobs: () => Pick<ScheduledJobs, "accept">;
  readonly abort: AbortProcess;
  /** When work starts that is started for later. */
  readonly startMoment: StartMoment;
  readonly clock: Clock;
}

/** A whole to be deployed. */
export interface NewDeployment {
  readonly label: string;
  readonly parts: readonly SubDeployment[];
  readonly abortsRemaining: boolean;
  /** Only rehearsed: no file is closed or replaced. */
  readonly isRehearsal: boolean;
  /** What is called at its end. */
  readonly chain: readonly ChainedAction[];
  /** The recipe that it is a run of. */
  readonly recipeId?: number | null;
  readonly scheduled: boolean;
  readonly timestamp?: string | undefined;
}

/** What has become of it. */
export interface AcceptedDeployment {
  readonly batchId: number;
  readonly subDeploymentIds: number[];
  readonly processIds: number[];
  /** When it starts, where that is later. */
  readonly schedule: ScheduleInfo | undefined;
}

/** The same, as starts answer it. */
export function startResult({ schedule, ...accepted }: AcceptedDeployment) {
  return schedule === undefined ? { started: true, ...accepted } : { scheduled: true, schedule, ...accepted };
}

/** Who has it run, where that is no caller. */
interface Origin {
  /** As processes name it. */
  readonly startedBy: string;
  /** The key that the last part is accepted under: then all of them were. */
  readonly key: string;
  readonly scheduleId: string;
}

export interface DeploymentStarts {
  start(wanted: NewDeployment, call: Pick<Call, "caller">, origin?: Origin): Promise<AcceptedDeployment>;
  /** Runs a part again that has crashed. Answers its process. */
  resume(record: DeploymentRecord, payload: SubDeployment, call: Pick<Call, "caller">): Promise<number>;
}

/** Has deployments run, as they were asked for. */
export function deploymentStarts(dependencies: StartDependencies): DeploymentStarts {
  const { store, sealed, administrator, jobs, abort, startMoment, clock } = dependencies;

  /** A process for a part. `known` keeps its record before there is one that could begin. */
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
        // From here on the end of the process before this one forgets nothing more.
        await sealed.keepCredential(id, credential);
      });
    },
  };
}
