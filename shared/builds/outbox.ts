import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import { buildLocation, type HostBuild, type HostBuilds } from "./host-builds.ts";
import { lostBuild, lostBuilds, mayBeUnbegun, unbegunBuild } from "./rules.ts";
import type { BuildStore } from "./store.ts";

interface OutboxDependencies {
  readonly store: Pick<BuildStore, "newest" | "change">;
  readonly processes: Pick<ProcessStore, "get">;
  readonly host: Pick<HostBuilds, "list">;
  readonly clock: Clock;
  /** Publishes that a build has changed. */
  readonly announce: (id: number) => Promise<void>;
}

/** Maximum number of builds that are compared with the outbox. */
const newest = 200;

/**
 * Lists the builds in the outbox. Marks builds as crashed that have disappeared without being deleted here, and builds that never began.
 */
export type LookIntoOutbox = () => Promise<readonly HostBuild[]>;

export function outboxLook({ store, processes, host, clock, announce }: OutboxDependencies): LookIntoOutbox {
  return async () => {
    // Read before asking the host, so that a build made meanwhile isn't considered missing.
    const records = await store.newest(newest);
    for (const record of records.filter((one) => mayBeUnbegun(one, clock.now()))) {
      if ((await processes.get(record.processId)) !== undefined) continue;
      await store.change(record.id, (found) => (found.status === null ? unbegunBuild(found, clock.now()) : undefined));
      await announce(record.id);
    }
    const there = await host.list("outbox");
    for (const { id } of lostBuilds(records, new Set(there.map(({ build }) => build)))) {
      await store.change(id, (found) => (found.existsInOutbox ? lostBuild(found, clock.now()) : undefined));
      await announce(id);
    }
    return there;
  };
}

/** Marks builds as no longer in the outbox after a user deleted a folder of the host. Their status stays. */
export function removedBuilds({ store, clock, announce }: Pick<OutboxDependencies, "store" | "clock" | "announce">) {
  const outbox = buildLocation("outbox", "");
  return async ({ root, path }: { readonly root: string; readonly path: string }): Promise<void> => {
    const mayHoldBuilds = outbox.path.startsWith(`${path}/`) || path.startsWith(outbox.path);
    if (root !== outbox.root || !mayHoldBuilds) return;
    for (const { id, buildId, existsInOutbox } of await store.newest(newest)) {
      const isBelow = `${buildLocation("outbox", buildId).path}/`.startsWith(`${path}/`);
      if (!existsInOutbox || !isBelow) continue;
      await store.change(id, (found) => ({ ...found, existsInOutbox: false, updatedAt: clock.now() }));
      await announce(id);
    }
  };
}

interface SweepDependencies {
  readonly look: LookIntoOutbox;
  /** Returns the id of the agent's open link. Undefined if there is none. */
  readonly openLink: () => Promise<string | undefined>;
}

/** Checks the outbox once for each start of the service and of the agent. */
export function outboxSweep({ look, openLink }: SweepDependencies): () => Promise<void> {
  let seen: string | undefined;
  return async () => {
    const link = await openLink();
    if (link === undefined || link === seen) return;
    try {
      await look();
      seen = link;
    } catch (thrown) {
      // The agent went offline meanwhile. The next sweep retries.
      if (!(thrown instanceof ServiceError)) throw thrown;
    }
  };
}
