import { BuildOutcome } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { NoteCleanup } from "#shared/audit/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { chainOf } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import type { BuildEvents } from "./build-events.ts";
import type { CallChain } from "./call-chain.ts";
import type { BuildRequest } from "./contract.ts";
import type { HostBuilds } from "./host-builds.ts";
import type { PublishBuild } from "./publishing.ts";
import type { BuildRecord } from "./record.ts";
import { endedBuild } from "./rules.ts";
import { type BuildStore, requestContext } from "./store.ts";

interface SettleDependencies {
  readonly store: BuildStore;
  readonly host: HostBuilds;
  /** Returns the maximum number of finished builds in the outbox (`maxOutboxBuilds`). Null: unlimited. */
  readonly maxBuilds: () => Promise<number | null>;
  readonly noteCleanup: NoteCleanup;
  readonly publish: PublishBuild;
  /** Calls the chained actions of a build. */
  readonly callChain: CallChain;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
  /** Publishes that a build has changed. */
  readonly announce: (id: number) => Promise<void>;
  readonly events: Pick<BuildEvents, "ended">;
}

/** Maximum number of builds to read when looking for the ended build and for surplus builds. */
const newest = 200;

/** Returns a function that stores the result of an ended build, then deletes the oldest surplus builds. Repeatable. */
export function settleBuild(dependencies: SettleDependencies) {
  const { store, host, maxBuilds, noteCleanup, publish, callChain, vault, clock, announce, events } = dependencies;

  const keepEnd = async (record: BuildRecord, process: ProcessRecord): Promise<void> => {
    const outcome = process.outcome === null ? undefined : BuildOutcome.parse(JSON.parse(process.outcome));
    const ended = await store.change(record.id, (found) =>
      found.status === null ? endedBuild(found, process, outcome, clock.now()) : undefined,
    );
    if (record.status === null && outcome !== undefined) await giveUpName(record);
    await announce(record.id);
    if (ended !== undefined) await events.ended(ended);
  };

  const requestOf = async ({ id, sealedRequest }: BuildRecord): Promise<BuildRequest> =>
    JSON.parse(await vault.open(sealedRequest, requestContext(id)));

  /** Publishes a build to each of its destinations, each under a key of its own. */
  const publishReady = async (record: BuildRecord): Promise<void> => {
    const { id, buildId, startedBy } = record;
    const request = await requestOf(record);
    const publishedBy: number[] = [];
    const refusals: string[] = [];
    for (const [index, destination] of (request.publish?.destinations ?? []).entries())
      try {
        publishedBy.push(await publish({ id, buildId }, destination, { startedBy, key: `publish-${id}-${index}` }));
      } catch (thrown) {
        // The location was deleted, or the rules for destinations changed, after the build was accepted.
        if (!(thrown instanceof ServiceError) || thrown.status >= 500) throw thrown;
        refusals.push(`Couldn't publish to destination ${index + 1}: ${thrown.text}`);
      }
    if (publishedBy.length > 0) await store.change(id, (found) => ({ ...found, publishedBy }));
    if (refusals.length > 0)
      await store.change(id, (found) => ({ ...found, hasErrors: true, message: found.message ?? refusals.join(". ") }));
  };

  /** Marks earlier builds of the same id, which this build replaced, as no longer in the outbox. */
  const giveUpName = async ({ id, buildId }: BuildRecord): Promise<void> => {
    for (const other of await store.newest(newest))
      if (other.id !== id && other.buildId === buildId && other.existsInOutbox)
        await store.change(other.id, (found) => ({ ...found, existsInOutbox: false, updatedAt: clock.now() }));
  };

  const sendChain = (record: BuildRecord, isSuccessful: boolean): Promise<void> =>
    callChain({
      state: record.chain,
      isOwn: true,
      isSuccessful,
      actions: async () => chainOf((await requestOf(record)).chainedAction),
      async begin() {
        let isFirst = false;
        await store.change(record.id, (found) => {
          isFirst = found.chain === "waiting";
          return isFirst ? { ...found, chain: "calling" } : undefined;
        });
        return isFirst;
      },
      async keep(chainResults) {
        await store.change(record.id, (found) => ({ ...found, chain: "called", chainResults: [...chainResults] }));
        await announce(record.id);
      },
    });

  const removeOldest = async (): Promise<void> => {
    const most = await maxBuilds();
    if (most === null) return;
    const there = (await store.newest(newest)).filter(
      ({ existsInOutbox, buildId }) => existsInOutbox && !isJit(buildId),
    );
    for (const { id, buildId } of there.slice(most)) {
      await host.remove("outbox", buildId);
      await store.change(id, (found) => ({ ...found, existsInOutbox: false, updatedAt: clock.now() }));
      await announce(id);
      await noteCleanup("cleanUpOutbox", [`build:${id}`]);
    }
  };

  return async (process: ProcessRecord): Promise<void> => {
    const record = await store.ofProcess(process.id);
    if (record === undefined) return;
    await keepEnd(record, process);
    const isReady = process.state === "done" || process.state === "doneWithErrors";
    if (isReady) await publishReady(record);
    await sendChain(record, isReady);
    if (!isReady || isJit(record.buildId)) return;
    await removeOldest().catch((thrown: unknown) => {
      // If this fails, the end of the next build deletes them: an offline agent isn't a reason to repeat this one.
      if (!(thrown instanceof ServiceError)) throw thrown;
    });
  };
}

/** True if the build was made for one deployment, which deletes it. */
function isJit(buildId: string): boolean {
  return buildId.startsWith("jit_");
}
