import * as z from "zod";
import { waitsForAgent } from "#shared/agent/api.ts";
import type { HostBuilds, PushLinks } from "#shared/builds/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { StepContext, StepEnd } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { RemoteSource } from "../file-source.ts";
import type { PushProcess, SourceServer } from "../source-server.ts";

/** State of a push: its upload here, and the process of the other server that sends it. `over`: the push has ended, successfully or not. */
export const PushState = z.union([
  z.literal("over"),
  z.object({
    upload: z.uuid(),
    process: z.int(),
    /** Bytes received at the last progress. */
    done: z.number(),
    newsAt: z.number(),
  }),
]);
export type PushState = z.infer<typeof PushState>;

interface PushDependencies {
  readonly sourceServer: (source: RemoteSource) => SourceServer;
  readonly host: Pick<HostBuilds, "expect" | "endExpecting">;
  readonly links: Pick<PushLinks, "token">;
  /** Returns the address for pushes from other servers, to which a token is appended. */
  readonly address: () => string;
  readonly floorBytes: number;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
}

/** Build to push. */
interface PushedBuild {
  readonly source: RemoteSource;
  readonly build: string;
  /** State that the previous step left. */
  readonly state: PushState | undefined;
}

/**
 * Has the other server push a build here, and waits as long as one step can. Returns the state of the push, or the pause of a step if the
 * host is offline. A failed push isn't an error: the log says why, and the host downloads the build instead.
 */
export type PushBuild = (
  step: StepContext,
  pushed: PushedBuild,
) => Promise<PushState | Extract<StepEnd, { readonly waitingFor: string }>>;

/** Lifetime of an address in milliseconds. A push can take hours. */
const lifeMs = 24 * 60 * 60_000;
/** Maximum time without progress of a push, in milliseconds. */
const silenceMs = 5 * 60_000;
/** Maximum wait of one step in milliseconds. Then the next step waits. */
const stepMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;
/** Delay before a host that doesn't answer is asked again, in seconds. */
const silentSeconds = 15;

export function pushBuild(dependencies: PushDependencies): PushBuild {
  const { sourceServer, host, links, address, floorBytes, clock, ids } = dependencies;

  /** Opens an upload here, and asks the other server to push the zip to it. @throws ServiceError */
  const begin = async (step: StepContext, { source, build }: PushedBuild): Promise<PushState> => {
    const server = sourceServer(source);
    const { status, zipSize, sha256 } = await server.status(build);
    if (status !== "completed" || zipSize === undefined || sha256 === undefined)
      throw new ServiceError("source_refused", { text: `the build ${build} isn't available as a zip with a SHA-256` });
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

  /** Returns the state of the other server's process, or undefined if the server doesn't respond. Short outages don't end the push. */
  const newsOf = async (source: RemoteSource, process: number): Promise<PushProcess | undefined> => {
    try {
      return await sourceServer(source).process(process);
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.error === "source_unreachable") return undefined;
      throw thrown;
    }
  };

  /** Waits for the end of the push, as long as one step can. @throws ServiceError if the push failed */
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
        await step.log("info", `${new URL(source.serverUrl).host} pushed ${build}`);
        return "over";
      }
      if (news?.endedAt != null) throw new ServiceError("source_refused", { text: news.reason ?? news.state });
      if (news !== undefined && news.done > state.done) {
        state = { ...state, done: news.done, newsAt: clock.now() };
        await step.progress({ phase: "fetching", done: news.done, total: news.total, unit: "bytes" });
      } else if (clock.now() - state.newsAt > silenceMs) {
        throw new ServiceError("source_refused", {
          text: news?.waitingFor
            ? `it is waiting for ${news.waitingFor}`
            : `no data arrived for ${silenceMs / 60_000} minutes`,
        });
      }
      await clock.sleep(pauseMs, step.signal);
    }
    return state;
  };

  /**
   * Runs one step of the push. Any failure other than an offline host ends the push, and the host downloads the build instead.
   * @throws ServiceError if the host is offline
   */
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
      // Nothing waits for the push anymore, so refuse the rest of it.
      if (state !== undefined) await host.endExpecting(state.upload);
      if (isAborted || !isRefused) throw thrown;
      await step.log("info", `${pushed.build} couldn't be pushed and will be pulled: ${thrown.text}`);
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
      return thrown.error === "agent_unavailable" ? waitsForAgent : { ...waitsForAgent, againSeconds: silentSeconds };
    }
  };
}

/** True if the host may be available later. */
function isAway({ error }: ServiceError): boolean {
  return error === "agent_unavailable" || error === "agent_timeout";
}
