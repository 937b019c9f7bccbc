import { agentStore } from "#shared/agent/store.ts";
import { refusalWindows } from "#shared/audit/refusals.ts";
import { auditPartitions } from "#shared/audit/store.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import { type FailingKey, failingKeys } from "#shared/keys/failing-keys.ts";
import { keyLookupPartitions, keySecrets, keyStore } from "#shared/keys/store.ts";
import {
  destinationPartitions,
  notificationEventPartitions,
  notificationStore,
  troublePartitions,
} from "#shared/notifications/store.ts";
import { agentWatch } from "#shared/notifications/watches/agent-watch.ts";
import { certificateWatches } from "#shared/notifications/watches/certificate-watch.ts";
import { diskWatches, type WatchedDisk } from "#shared/notifications/watches/disk-watch.ts";
import { fileMakerServerWatch } from "#shared/notifications/watches/file-maker-server-watch.ts";
import { keyWatch } from "#shared/notifications/watches/key-watch.ts";
import { signInWatch } from "#shared/notifications/watches/sign-in-watch.ts";
import type { Watch } from "#shared/notifications/watches/watch.ts";
import { watching } from "#shared/notifications/watches/watching.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { isRunning, serverParts, troubleOf } from "#shared/system/parts/server-parts.ts";
import { statusPagePartitions, statusPageStore } from "#shared/system/status-page/store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { alertRulePartitions, alertStatePartitions, alertStore } from "#shared/usage/alerts/store.ts";
import { alertWatch } from "#shared/usage/alerts/watch.ts";
import { statisticsStatePartitions } from "#shared/usage/statistics/store.ts";
import { statisticsPartitions, usagePartitions, watchedPartitions } from "#shared/usage/store.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, notifies, usesAgent, worksInBackground } from "../needs.ts";
import type { CommonPlatform } from "../platform.ts";
import { auditRecords, refusedAccounts } from "../wiring/calls.ts";
import { alertEvaluation, statisticsCollection } from "../wiring/figures.ts";
import { watchOfServer } from "../wiring/filemaker.ts";
import { type AgentPlatform, agentClient, type NotifierPlatform, notificationPublisher } from "../wiring/work.ts";
import { defineWorker } from "../worker.ts";

const addedWatches = await added("watches");
const addedPartitions = addedWatches.map(({ partitions }) => partitions);

export const worker = defineWorker({
  wiring: (platform: WatchPlatform) => watches(platform),
  needs: needs(worksInBackground, usesAgent, callsFileMaker, notifies, {
    opens: [keySecrets.admin],
    reads: [
      // Number of refused credentials.
      auditPartitions,
      destinationPartitions,
      notificationEventPartitions,
      troublePartitions,
      systemPartitions,
      keyLookupPartitions.data,
      keyLookupPartitions.admin,
      statisticsPartitions,
      statisticsStatePartitions,
      usagePartitions,
      alertRulePartitions,
      alertStatePartitions,
      ...addedPartitions,
    ],
    writes: [
      ...addedPartitions,
      systemPartitions,
      troublePartitions,
      statisticsPartitions,
      statisticsStatePartitions,
      watchedPartitions,
      alertStatePartitions,
      statusPagePartitions,
    ],
  }),
});

type WatchPlatform = AgentPlatform & NotifierPlatform & CommonPlatform;

/** Runs once a minute: reads statistics, evaluates alerts, and notifies of problems that start or end. */
export const watches = memoized((platform: WatchPlatform) => {
  const others = addedWatches.map(({ part }) => part(platform));
  const sweeps = {
    statistics_not_read: statisticsCollection(platform).sweep,
    alerts_not_looked_at: alertEvaluation(platform).sweep,
    ...Object.fromEntries(others.map(({ watch, sweep }) => [`${watch.name}_not_read`, sweep])),
  };
  const troubles = troubleWatching(
    platform,
    others.map(({ watch }) => watch),
  );
  return {
    async sweep(): Promise<void> {
      // The next sweep retries; one failure must not stop the others.
      for (const [event, sweep] of Object.entries(sweeps))
        await sweep().catch((thrown: unknown) => platform.log.error({ event, reason: reasonOf(thrown) }));
      await troubles.sweep();
    },
  };
});

function troubleWatching(platform: WatchPlatform, others: readonly Watch[]) {
  const { baseUrl, clock, log } = platform;
  return watching({
    store: notificationStore(platform.table),
    watches: [
      agent(platform),
      fileMakerServer(platform),
      keys(platform),
      signIns(platform),
      ...disks(platform),
      ...certificates(platform),
      ...others,
      alertWatch(alertStore(platform.table)),
    ],
    publish: notificationPublisher(platform),
    baseUrl,
    clock,
    log,
  });
}

function agent(platform: WatchPlatform): Watch {
  const client = agentClient(platform);
  return agentWatch({
    state: () => client.state(),
    async name() {
      const id = await client.agentId();
      return (id && (await agentStore(platform.table).agent(id))?.name) ?? "the database host";
    },
  });
}

function fileMakerServer(platform: WatchPlatform): Watch {
  const look = watchOfServer(platform);
  const host = new URL(platform.fileMakerOrigin).host;
  const watch = fileMakerServerWatch({
    async trouble() {
      const found = await look();
      return isRunning(serverParts(found)) ? undefined : (troubleOf(found, host) ?? "FileMaker Server is not running.");
    },
    host,
  });
  return {
    ...watch,
    async normal(trouble, lasted) {
      // Shown to users on the status page.
      await statusPageStore(platform.table).keepIncident({ startedAt: trouble.since, endedAt: platform.clock.now() });
      return watch.normal(trouble, lasted);
    },
  };
}

function keys(platform: WatchPlatform): Watch {
  const store = keyStore(platform.table);
  return keyWatch({
    async failing() {
      const failing = await failingKeys(store, await refusedAccounts(platform).list());
      return failing.map((key) => ({ subject: `${key.kind}#${key.id}`, name: nameOf(key), files: key.files }));
    },
    async exists(subject) {
      const [kind, id] = subject.split("#");
      return (await store.byId(kind === "admin" ? "admin" : "data", Number(id))) !== undefined;
    },
  });
}

function nameOf({ kind, id, label }: FailingKey): string {
  const name = `${kind === "admin" ? "Admin" : "Data"} API Key ${id}`;
  return label === null || label === "" ? name : `${name} “${withoutKeys(label)}”`;
}

function signIns(platform: WatchPlatform): Watch {
  const store = auditRecords(platform);
  return signInWatch(async () =>
    Promise.all(
      refusalWindows(platform.clock.now()).map(async (start) =>
        (await store.refusals(start)).map(({ address, count = 1 }) => ({ address, count })),
      ),
    ),
  );
}

function disks(platform: WatchPlatform): readonly Watch[] {
  const { dataDiskFreeBytes, diskFloorBytes } = platform;
  const own = async () => dataDiskFreeBytes && [{ folder: "its data", freeBytes: await dataDiskFreeBytes() }];
  return diskWatches(
    [
      { subject: "database-host", name: "the database host", disks: () => disksOfHost(platform) },
      { subject: "service", name: "Latchkey's machine", disks: own },
    ],
    diskFloorBytes,
  );
}

async function disksOfHost(platform: WatchPlatform): Promise<readonly WatchedDisk[] | undefined> {
  try {
    const { folders } = await agentClient(platform).request("host.report", {}, { deadlineMs: 10_000 });
    return folders.flatMap(({ root, freeBytes }) => (freeBytes === null ? [] : [{ folder: root, freeBytes }]));
  } catch (thrown) {
    if (thrown instanceof ServiceError) return undefined; // Another watch checks the agent.
    throw thrown;
  }
}

function certificates({ certificate, ownCertificateEndsAt, clock }: WatchPlatform): readonly Watch[] {
  return certificateWatches(
    [
      { subject: "filemaker-server", name: "FileMaker Server", endsAt: async () => (await certificate())?.validTo },
      { subject: "service", name: "Latchkey", endsAt: async () => ownCertificateEndsAt },
    ],
    () => clock.now(),
  );
}
