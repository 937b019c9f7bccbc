import { heartbeat } from "../shared/contract/agent/frame.ts";
import { serverKeyName } from "../shared/contract/agent/server-key-name.ts";
import { sweepDownloads } from "./archive/download-place.ts";
import { removals } from "./browser/removals.ts";
import { hostUploads } from "./browser/uploads.ts";
import { catalogue } from "./catalogue.ts";
import type { Clock } from "./clock.ts";
import { reportHost } from "./commands/report-host.ts";
import { type Connection, connect } from "./connection.ts";
import type { Host } from "./host.ts";
import type { Identity } from "./identity.ts";
import { openJournal } from "./journal.ts";
import { keepLacks } from "./lacks.ts";
import type { AgentLog } from "./log.ts";
import { pauseMs } from "./pauses.ts";
import { refusedBy } from "./refused.ts";
import { requests } from "./requests.ts";
import { ownKey } from "./server/own-key.ts";
import { authorizationOf, keyIn, signedMessage } from "./signature.ts";
import { sweepTrash } from "./trash/delete-from-trash.ts";
import { adminApiFiles } from "./work/admin-api-files.ts";
import { workKinds } from "./work/kinds.ts";
import type { NoteWatch } from "./work/work-journal.ts";
import { worker } from "./work/worker.ts";

interface AgentOptions {
  readonly identity: Identity;
  readonly host: Host;
  /** Where the journal lies. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly fmsadminMs: number;
  /** Where FileMaker Server's Admin API listens on this host. */
  readonly adminAddress: string;
  /** Sees the notes of long work before and after they are written. */
  readonly noteWatch?: NoteWatch;
}

/** How often uploads, deleted files and downloads are looked for whose time is over. Milliseconds. */
const sweepMs = 60 * 60_000;

/** The hands on the database host: one link outwards, held for as long as the agent runs (R7.1). */
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
  adminAddress,
  noteWatch,
}: AgentOptions): Agent {
  const stopping = new AbortController();
  const journal = openJournal(folder);
  const bytesAuthorization = (id: string): string => {
    const head = { agent: identity.id, link: crypto.randomUUID(), sequence: 1, at: clock.now() };
    return authorizationOf(signedMessage(keyIn(identity.privateKey), head, { type: "bytes", id }));
  };
  const road = { linkAddress: identity.linkAddress, authorization: bytesAuthorization };
  const removing = removals(host, folder);
  const uploads = hostUploads({ host, folder, clock, road });
  const key = ownKey({ name: serverKeyName(identity.id), folder, origin: adminAddress, clock });
  let connection: Connection | undefined;
  const servers = (left: AbortSignal) =>
    adminApiFiles({ origin: adminAddress, clock, waitMs: fmsadminMs, stopping: left, ownKey: key });
  const works = worker({
    kinds: workKinds,
    host,
    folder,
    clock,
    log,
    servers,
    send: (event) => void connection?.send({ type: "event", ...event }),
    watch: noteWatch,
  });
  const work = requests({
    perform: catalogue({
      host,
      clock,
      fmsadminMs,
      road,
      uploads,
      removals: removing,
      works,
      servers: servers(stopping.signal),
    }),
    journal,
    clock,
    send: (request, outcome) => void connection?.send({ type: "reply", request, outcome }),
  });

  const noteLacks = (lacks: readonly string[]): void => {
    if (lacks.length > 0) log({ event: "outdated", lacks: lacks.join(", ") });
    try {
      keepLacks(folder, lacks);
    } catch (thrown) {
      // The link is worth more than what an examination would say.
      log({ event: "lacks_not_kept", reason: refusedBy(thrown).message });
    }
  };

  /** One link from its opening to its end. Answers whether the service was heard on it. */
  const hold = async (): Promise<boolean> => {
    let heardAt = clock.now();
    let wasHeard = false;
    const ending = new AbortController();
    const here = async (): Promise<void> => {
      current.send({
        type: "here",
        report: { ...(await reportHost(host)), serverKey: key.publicKey() },
        works: [...works.atHand()],
      });
      work.resend();
      works.resend();
    };
    /** A link on which nothing can be said is given up for another one. */
    const unheard = (thrown: unknown): void => {
      log({ event: "hello_failed", reason: refusedBy(thrown).message });
      current.end();
    };
    const current = connect({
      identity,
      clock,
      opened: () => void here().catch(unheard),
      said(message) {
        heardAt = clock.now();
        if (!wasHeard) log({ event: "linked" });
        wasHeard = true;
        if (message.type === "request") work.take(message);
        else if (message.type === "accepted") work.accepted(message.request);
        else if (message.type === "taken") works.taken(message);
        else {
          if (message.lacks !== undefined) noteLacks(message.lacks);
          works.heard(message.works ?? []);
        }
      },
    });
    connection = current;
    const end = () => current.end();
    stopping.signal.addEventListener("abort", end);
    const beating = (async () => {
      for (;;) {
        await clock.sleep(heartbeat.everyMs, ending.signal);
        if (clock.now() - heardAt > heartbeat.silentMs) current.end();
        else if (current.send({ type: "here", works: [...works.atHand()] })) {
          work.resend();
          works.resend();
        }
      }
    })().catch((thrown: unknown) => {
      if (!ending.signal.aborted) throw thrown;
    });
    const reason = await current.ended;
    current.end();
    ending.abort();
    stopping.signal.removeEventListener("abort", end);
    await beating;
    connection = undefined;
    if (!stopping.signal.aborted) log({ event: "link_ended", reason });
    return wasHeard;
  };

  const sweeping = (async () => {
    for (;;) {
      await Promise.all([
        uploads.sweep(),
        removing.sweep(),
        sweepTrash(host, clock),
        sweepDownloads(host, clock),
      ]).catch((thrown: unknown) => log({ event: "sweep_failed", reason: refusedBy(thrown).message }));
      await key
        .tend()
        .catch((thrown: unknown) => log({ event: "server_key_not_renewed", reason: refusedBy(thrown).message }));
      await clock.sleep(sweepMs, stopping.signal);
    }
  })().catch((thrown: unknown) => {
    if (!stopping.signal.aborted) throw thrown;
  });

  const running = (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      if (await hold()) attempt = 0;
      await clock.sleep(pauseMs(attempt), stopping.signal);
    }
  })().catch((thrown: unknown) => {
    if (!stopping.signal.aborted) throw thrown;
  });

  return {
    async stop() {
      if (stopping.signal.aborted) return;
      work.stop();
      stopping.abort();
      await Promise.all([running, sweeping, works.stop()]);
      journal.close();
    },
  };
}
