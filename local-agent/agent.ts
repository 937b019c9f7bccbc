import { heartbeat } from "#shared/agent/protocol/frame.ts";
import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import { calloutAddresses, listedAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import { removals } from "./browser/removals.ts";
import { hostUploads } from "./browser/uploads/host-uploads.ts";
import { sweepPushedZips } from "./builds/pushed-zips.ts";
import { cleanup } from "./cleanup.ts";
import type { Clock } from "./clock.ts";
import { reportHost } from "./commands/report-host.ts";
import { findings } from "./doctor/doctor.ts";
import { keepMissingCapabilities } from "./doctor/missing-capabilities.ts";
import { sweepDownloads } from "./downloads/download-folder.ts";
import type { Finding } from "./finding.ts";
import type { Host } from "./host.ts";
import { type Connection, connect } from "./link/connection.ts";
import type { Identity } from "./link/identity.ts";
import { reconnectPauseMs } from "./link/reconnect-pause.ts";
import { authorizationOf, keyIn, signedMessage } from "./link/signature.ts";
import type { AgentLog } from "./log.ts";
import { refusedBy } from "./refused.ts";
import { catalogue } from "./requests/catalogue.ts";
import { openJournal } from "./requests/journal.ts";
import { requests } from "./requests/requests.ts";
import { restartsOf } from "./restarts.ts";
import { adminApiFiles } from "./server/admin-api-files.ts";
import { ownKey } from "./server/own-key.ts";
import type { TaskContext } from "./tasks/task-context.ts";
import type { NoteWatch } from "./tasks/task-journal.ts";
import { taskKinds } from "./tasks/task-kinds.ts";
import { worker } from "./tasks/worker.ts";

interface AgentOptions {
  readonly identity: Identity;
  readonly host: Host;
  /** Folder of the journal. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly fmsadminMs: number;
  /** Maximum milliseconds for FileMaker Server to copy an open file. */
  readonly backupMs: number;
  /** Address of FileMaker Server's Admin API on this host. */
  readonly adminAddress: string;
  /** SHA-256 fingerprint of the only certificate to accept from it. */
  readonly certificatePin?: string | undefined;
  /** Called before and after the notes of long tasks are written. */
  readonly noteWatch?: NoteWatch;
  /** The only address on this machine that can be called: the sandbox's store. */
  readonly sandboxStore?: string | undefined;
  /** Calls to other servers. Tests replace them. */
  readonly calloutsTo?: TaskContext["callouts"];
}

/** Interval in milliseconds for deleting expired uploads, deleted files and downloads. */
const sweepMs = 60 * 60_000;

/** The agent on the database host: keeps one outbound link open for as long as it runs. */
export interface Agent {
  stop(): Promise<void>;
}

export function startAgent({
  identity,
  host,
  folder,
  clock,
  log,
  fmsadminMs,
  backupMs,
  adminAddress,
  certificatePin: pin,
  noteWatch,
  sandboxStore,
  calloutsTo = (networks) =>
    callouts({ isAllowed: calloutAddresses(networks), isListed: listedAddresses(networks), sandboxStore }),
}: AgentOptions): Agent {
  const stopping = new AbortController();
  const journal = openJournal(folder);
  const restarts = restartsOf({ folder, clock, log });
  const bytesAuthorization = (id: string): string => {
    const head = { agent: identity.id, link: crypto.randomUUID(), sequence: 1, at: clock.now() };
    return authorizationOf(signedMessage(keyIn(identity.privateKey), head, { type: "bytes", id }));
  };
  const transferTarget = { linkAddress: identity.linkAddress, authorization: bytesAuthorization };
  const removing = removals(host, folder);
  const uploads = hostUploads({ host, folder, clock, transferTarget });
  const cleaning = cleanup({ host, uploads, clock, log });
  const key = ownKey({ name: serverKeyName(identity.id), folder, origin: adminAddress, pin, clock });
  let connection: Connection | undefined;
  /** Last value from the service. Null (keep forever) until the service has sent one. */
  let removedKeptDays: number | null = null;
  const servers = (signal: AbortSignal) =>
    adminApiFiles({ origin: adminAddress, pin, clock, waitMs: fmsadminMs, stopping: signal, ownKey: key });
  const taskWorker = worker({
    kinds: taskKinds,
    host,
    folder,
    clock,
    log,
    servers,
    callouts: calloutsTo,
    backupMs,
    send: (event) => void connection?.send({ type: "event", ...event }),
    watch: noteWatch,
  });
  let pendingCheck: Promise<readonly Finding[]> | undefined;
  /** Concurrent callers share one result, because the checks sign in to FileMaker Server several times. */
  const check = (): Promise<readonly Finding[]> => {
    pendingCheck ??= findings({ host, folder, adminAddress, pin, now: clock.now() }).finally(() => {
      pendingCheck = undefined;
    });
    return pendingCheck;
  };
  const requestQueue = requests({
    perform: catalogue({
      host,
      clock,
      fmsadminMs,
      transferTarget,
      uploads,
      removals: removing,
      worker: taskWorker,
      servers: servers(stopping.signal),
      check,
      restarts: restarts.count,
    }),
    journal,
    clock,
    send: (request, outcome) => void connection?.send({ type: "reply", request, outcome }),
  });

  const noteMissingCapabilities = (missing: readonly string[]): void => {
    if (missing.length > 0) log({ event: "outdated", lacks: missing.join(", ") });
    try {
      keepMissingCapabilities(folder, missing);
    } catch (thrown) {
      // A failed check must not cost the link.
      log({ event: "lacks_not_kept", reason: refusedBy(thrown).message });
    }
  };

  /** Runs one link from its opening to its end. Returns true if the service sent anything on it. */
  const runLink = async (): Promise<boolean> => {
    let receivedAt = clock.now();
    let hasReceived = false;
    const ending = new AbortController();
    const sendHeartbeat = async (): Promise<void> => {
      current.send({
        type: "here",
        report: { ...(await reportHost(host)), restarts: restarts.count(), serverKey: key.publicKey() },
        works: [...taskWorker.heldTasks()],
        cleanup: cleaning.report(),
      });
      requestQueue.resend();
      taskWorker.resend();
    };
    /** Closes a link on which nothing can be sent, so that another is opened. */
    const onHelloFailed = (thrown: unknown): void => {
      log({ event: "hello_failed", reason: refusedBy(thrown).message });
      current.end();
    };
    const current = connect({
      identity,
      clock,
      onOpen: () => void sendHeartbeat().catch(onHelloFailed),
      onMessage(message) {
        receivedAt = clock.now();
        if (!hasReceived) log({ event: "linked" });
        hasReceived = true;
        if (message.type === "request") requestQueue.take(message);
        else if (message.type === "accepted") requestQueue.accepted(message.request);
        else if (message.type === "taken") taskWorker.taken(message);
        else {
          if (message.lacks !== undefined) noteMissingCapabilities(message.lacks);
          removedKeptDays = message.removedKeptDays ?? null;
          if (message.cleanup !== undefined) cleaning.confirmed(message.cleanup);
          taskWorker.onHeartbeatReply(message.works ?? []);
        }
      },
    });
    connection = current;
    const end = () => current.end();
    stopping.signal.addEventListener("abort", end);
    const heartbeats = (async () => {
      for (;;) {
        await clock.sleep(heartbeat.everyMs, ending.signal);
        if (clock.now() - receivedAt > heartbeat.silentMs) current.end();
        else if (current.send({ type: "here", works: [...taskWorker.heldTasks()], cleanup: cleaning.report() })) {
          requestQueue.resend();
          taskWorker.resend();
        }
      }
    })().catch((thrown: unknown) => {
      if (!ending.signal.aborted) throw thrown;
    });
    const reason = await current.ended;
    current.end();
    ending.abort();
    stopping.signal.removeEventListener("abort", end);
    await heartbeats;
    connection = undefined;
    if (!stopping.signal.aborted) log({ event: "link_ended", reason });
    return hasReceived;
  };

  const sweeping = (async () => {
    for (;;) {
      await Promise.all([
        cleaning.run(removedKeptDays),
        removing.sweep(),
        sweepPushedZips(host, clock),
        sweepDownloads(host, clock),
      ]).catch((thrown: unknown) => log({ event: "sweep_failed", reason: refusedBy(thrown).message }));
      await key
        .renewIfDue()
        .catch((thrown: unknown) => log({ event: "server_key_not_renewed", reason: refusedBy(thrown).message }));
      await clock.sleep(sweepMs, stopping.signal);
    }
  })().catch((thrown: unknown) => {
    if (!stopping.signal.aborted) throw thrown;
  });

  const running = (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      if (await runLink()) attempt = 0;
      await clock.sleep(reconnectPauseMs(attempt), stopping.signal);
    }
  })().catch((thrown: unknown) => {
    if (!stopping.signal.aborted) throw thrown;
  });

  return {
    async stop() {
      if (stopping.signal.aborted) return;
      restarts.stopping();
      requestQueue.stop();
      stopping.abort();
      await Promise.all([running, sweeping, taskWorker.stop()]);
      journal.close();
    },
  };
}
