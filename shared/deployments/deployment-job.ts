import * as z from "zod";
import type { TaskOffer } from "#shared/agent/api.ts";
import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import { errors, ServiceError } from "#shared/contract/errors.ts";
import type { JobKind, JobPlan, StepContext, StepEnd, Turns } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import {
  type fileSources,
  isJitSource,
  isPushed,
  type JitSource,
  jitRequest,
  type RemoteSource,
} from "./file-source.ts";
import { jitBuildId } from "./jit-build-id.ts";
import type { PartNeighbours } from "./neighbours.ts";
import type { OpenedDeployment, SealedDeployments } from "./sealed-deployments.ts";
import type { SourceServer } from "./source-server.ts";
import { type PushBuild, PushState } from "./sources/push-build.ts";
import { type DeploymentLimits, deploymentTask } from "./task-fields.ts";

export const deploymentPlan: JobPlan = {
  kind: "deployments.run",
  title: "Deploy",
  phases: ["connecting to source", "building", ...tasks["deployments.run"].phases],
  canAbort: true,
  isFollowedUp: true,
};

/** Input of a deployment process. */
export const DeploymentInput = z.object({ deployment: z.int() });

interface DeploymentJobDependencies {
  /** Offers the work to the agent. */
  readonly offer: TaskOffer;
  /** True if the agent has accepted the work. */
  readonly isTaken: (step: StepContext) => boolean;
  readonly turns: Turns;
  readonly sealed: Pick<SealedDeployments, "open" | "keepSource">;
  readonly neighbours: (deployment: number) => Promise<PartNeighbours>;
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
  readonly fileSource: ReturnType<typeof fileSources>;
  /** True if an address leads to this service, which doesn't push builds to itself. */
  readonly isOwnServer: (address: string) => Promise<boolean>;
  readonly pushBuild: PushBuild;
  /** Publishes that a part has begun. Repeatable. */
  readonly started: (deployment: number) => Promise<void>;
  /** Stores the result of a process. */
  readonly settle: (process: ProcessRecord) => Promise<void>;
  readonly floorBytes: number;
  readonly limits: DeploymentLimits;
  readonly clock: Clock;
}

/** Maximum wait of one step for a build of the source, in milliseconds. Then the next step waits. */
const stepMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;
/** Build requested from another server. */
interface AskedBuild {
  readonly buildId: string;
  readonly askedAt: number;
}
/** Progress of another server's work for a part: a build that it makes, and its push. */
const SourceCheckpoint = z.object({ askedAt: z.number().optional(), push: PushState.optional() });

/** Runs a part of a deployment when it is its turn: has a build made first if one is needed, then offers the work to the host. */
export function deploymentJob(dependencies: DeploymentJobDependencies): JobKind {
  const {
    offer,
    isTaken,
    turns,
    sealed,
    neighbours,
    sourceServer,
    fileSource,
    isOwnServer,
    pushBuild,
    started,
    settle,
  } = dependencies;
  const { floorBytes, limits, clock } = dependencies;

  /** Waits for the requested build. Returns false if the build takes longer than a step can wait. @throws ServiceError source_refused */
  const isBuilt = async (source: JitSource, { buildId, askedAt }: AskedBuild, step: StepContext): Promise<boolean> => {
    const server = sourceServer(source);
    const { jitBuildSeconds } = limits;
    await step.progress({ phase: "building", done: 0, total: null, unit: null });
    const until = clock.now() + stepMs;
    for (let pauseMs = firstPauseMs; clock.now() < until; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const { status, message = status } = await server.status(buildId);
      if (status === "completed") return true;
      if (["failed", "crashed", "aborted"].includes(status))
        throw new ServiceError("source_refused", { text: message });
      if (clock.now() - askedAt > jitBuildSeconds * 1000)
        throw new ServiceError("source_refused", { text: `the build didn't finish within ${jitBuildSeconds} seconds` });
      await clock.sleep(pauseMs, step.signal);
    }
    return false;
  };

  /** @throws ServiceError deployment_not_found if the deployment was deleted */
  const opened = async (deployment: number) => {
    const found = await sealed.open(deployment);
    if (found === undefined) throw new ServiceError("deployment_not_found");
    return found;
  };

  /** Returns the source, which is queried only once: files that were closed can be reopened even if the source is unreachable later. */
  const sourceOf = async (deployment: number, { payload, source }: OpenedDeployment) => {
    if (source !== undefined) return source;
    const found = await fileSource(payload);
    await sealed.keepSource(deployment, found);
    return found;
  };

  const offered = (step: StepContext, deployment: number) =>
    offer(step, "deployments.run", async () => {
      const found = await opened(deployment);
      const { payload, credential } = found;
      if (credential === undefined) throw new ServiceError("account_needed");
      const { staysClosed, leftClosed, isRehearsal } = await neighbours(deployment);
      const source = await sourceOf(deployment, found);
      return deploymentTask(payload, {
        credential,
        deployment,
        source,
        staysClosed,
        leftClosed,
        isRehearsal,
        floorBytes,
        limits,
      });
    });

  /** Runs everything before the host begins. No file on the host is touched until then. */
  const begin = async (step: StepContext, deployment: number): Promise<StepEnd> => {
    const pause = await turns.turn(step.processId);
    if (pause !== undefined) return pause;
    const { leftOutFor } = await neighbours(deployment);
    if (leftOutFor !== undefined) return { end: "aborted", reason: `Skipped because ${leftOutFor} wasn't successful` };
    const { payload } = await opened(deployment);
    const { source } = payload;
    await started(deployment);
    const checkpoint = SourceCheckpoint.safeParse(step.checkpoint).data ?? {};
    const { askedAt, push } = checkpoint;
    if (push === undefined) await step.progress({ phase: "connecting to source" });
    if (isJitSource(source) && push === undefined) {
      if (askedAt === undefined) {
        await sourceServer(source).start("build", jitRequest(source, payload));
        await step.log("info", `Requested a build from ${new URL(source.serverUrl).host}`);
        return { next: { askedAt: clock.now() } };
      }
      const asked = { buildId: jitBuildId(source.serverUrl, payload), askedAt };
      if (!(await isBuilt(source, asked, step))) return { next: checkpoint };
    }
    if (isPushed(source) && push !== "over" && !(await isOwnServer(source.serverUrl))) {
      const build = isJitSource(source) ? jitBuildId(source.serverUrl, payload) : source.buildId;
      const after = await pushBuild(step, { source, build, state: push });
      return typeof after === "object" && "waitingFor" in after ? after : { next: { ...checkpoint, push: after } };
    }
    return offered(step, deployment);
  };

  return {
    plan: deploymentPlan,
    isRepeatable: true,
    async run(step) {
      const { deployment } = DeploymentInput.parse(step.input);
      if (isTaken(step)) return offered(step, deployment);
      return begin(step, deployment).catch(explainRefusal);
    },
    async followUp(process) {
      await settle(process);
      await turns.wakeNext();
    },
  };
}

/** Rethrows a refusal that came before the host began, and adds that no file was touched and what to do. @throws ServiceError */
function explainRefusal(thrown: unknown): never {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const { sentence, remedy } = errors[thrown.error];
  const detail = thrown.text.slice(sentence.length).replace(/^: /, "");
  const parts = [detail, "No file on this server was changed", remedy].filter((part) => part !== "");
  throw new ServiceError(thrown.error, { text: parts.join(". "), cause: thrown });
}
