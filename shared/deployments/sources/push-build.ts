import * as z from "zod";
import type { HostBuilds } from "#shared/builds/host-builds.ts";
import type { PushLinks } from "#shared/builds/push/push-links.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { StepContext, StepEnd } from "#shared/jobs/job-kind.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { RemoteSource } from "../file-source.ts";
import type { PushProcess, SourceServer } from "../source-server.ts";

/** How far a push is: what it is brought to here, and the process of the other server that brings it. `over`: it came to an end, good or bad. */
export const PushState = z.union([
  z.literal("over"),
  z.object({
    upload: z.uuid(),
    process: z.int(),
    /** How much was brought when that was news. */
    done: z.number(),
    newsAt: z.number(),
  }),
]);
export type PushState = z.infer<typeof PushState>;

interface PushDependencies {
  readonly sourceServer: (source: RemoteSource) => SourceServer;
  readonly host: Pick<HostBuilds, "expect" | "endExpecting">;
  readonly links: Pick<PushLinks, "token">;
  /** Where other servers find an address of a push, behind which its token stands. */
  readonly address: () => string;
  readonly floorBytes: number;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
}

/** What is pushed. */
interface PushedBuild {
  readonly source: RemoteSource;
  readonly build: string;
  /** What the step before has left of it. */
  readonly state: PushState | undefined;
}

/**
 * Has the other server bring a build here, while one step may wait. Answers how far that is, or the pause of a step where the
 * host is away. A push that fails is no fault: the host fetches the build then, and the log says why.
 */
export type PushBuild = (
  step: StepContext,
  pushed: PushedBuild,
) => Promise<PushState | Extract<StepEnd, { readonly waitingFor: string }>>;

/** How long an address is good for: a build may be brought for hours. Milliseconds. */
const lifeMs = 24 * 60 * 60_000;
/** How long a push is waited for of which there is no news. Milliseconds. */
const silenceMs = 5 * 60_000;
/** How long one step waits: then the next one does. Milliseconds. */
const stepMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;
/** How soon a host is asked again that is away. Seconds. */
const awaySeconds = 15;

export function pushBuild(dependencies: PushDependencies): PushBuild {
  const { sourceServer, host, links, address, floorBytes, clock, ids } = dependencies;

  /** Opens an upload here, and asks the other server to bring the zip to it. @throws ServiceError */
  const begin = async (step: StepContext, { source, build }: PushedBuild): Promise<PushState> => {
    const server = sourceServer(source);
    const { status, zipSize, sha256 } = await server.status(build);
    if (status !== "completed" || zipSize === undefined || sha256 === undefined)
      throw new ServiceError("source_refused", { text: `the build ${build} is not there as a zip with its SHA-256` });
    const [upload, expiresAt] = [ids.uuid(), clock.now() + lifeMs];
    await host.expect({ process: step.processId, upload, sizeBytes: zipSize, expiresAt, floorBytes });
    try {
      const url = `${address()}/${await links.token(upload, expiresAt)}`;
      const process = await server.publish(build, { type: "push", url });
      await step.log("info", `Asked ${new URL(source.serverUrl).host} to push ${build}`);
      return { upload, process, done: 0, newsAt: clock.now() };
    } catch (thrown) {
      await host.endExpecting(upload);
      throw thrown;
    }
  };

  /** What the other server says of its process. Undefined while it does not answer: silence is borne for a while. */
  const newsOf = async (source: RemoteSource, process: number): Promise<PushProcess | undefined> => {
    try {
      return await sourceServer(source).process(process);
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.error === "source_unreachable") return undefined;
      throw thrown;
    }
  };

  /** Waits for its end, as long as one step may. @throws ServiceError where it came to no good end */
  const waited = async (
    step: StepContext,
    { source, build }: PushedBuild,
    begun: Exclude<PushState, "over">,
  ): Promise<PushState> => {
    let state = begun;
    const until = clock.now() + stepMs;
    for (let pauseMs = firstPauseMs; clock.now() < until; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const news = await newsOf(source, state.process);
      if (news?.state === "done") {
        await host.endExpecting(state.upload);
        await step.log("info", `${new URL(source.serverUrl).host} has pushed ${build}`);
        return "over";
      }
      if (news?.endedAt != null) throw new ServiceError("source_refused", { text: news.reason ?? news.state });
      if (news !== undefined && news.done > state.done) {
        state = { ...state, done: news.done, newsAt: clock.now() };
        await step.progress({ phase: "fetching", done: news.done, total: news.total, unit: "bytes" });
      } else if (clock.now() - state.newsAt > silenceMs) {
        throw new ServiceError("source_refused", {
          text: news?.waitingFor ? `it waits for ${news.waitingFor}` : `nothing came for ${silenceMs / 60_000} minutes`,
        });
      }
      await clock.sleep(pauseMs, step.signal);
    }
    return state;
  };

  /** One step of it. What goes wrong beside the host's absence ends it, and the build is fetched. @throws ServiceError where the host is away */
  const pushedOrFetched = async (
    step: StepContext,
    pushed: PushedBuild,
    state: Exclude<PushState, "over"> | undefined,
  ): Promise<PushState> => {
    try {
      return await (state === undefined ? begin(step, pushed) : waited(step, pushed, state));
    } catch (thrown) {
      const isAborted = step.signal.aborted && step.signal.reason === "abort";
      const isRefused = thrown instanceof ServiceError && !isAway(thrown);
      if (!isAborted && !isRefused) throw thrown;
      // Nothing waits for it any more: the other server is refused the rest.
      if (state !== undefined) await host.endExpecting(state.upload);
      if (isAborted || !isRefused) throw thrown;
      await step.log("info", `${pushed.build} was not pushed, and is fetched: ${thrown.text}`);
      return "over";
    }
  };

  return async (step, pushed) => {
    const { state } = pushed;
    if (state === "over") return state;
    try {
      return await pushedOrFetched(step, pushed, state);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || !isAway(thrown)) throw thrown;
      return { waitingFor: "the agent on the database host", againSeconds: awaySeconds };
    }
  };
}

/** Whether the host may be there later. */
function isAway({ error }: ServiceError): boolean {
  return error === "agent_unavailable" || error === "agent_timeout";
}
