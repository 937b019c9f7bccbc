import { heartbeat } from "../shared/contract/agent/frame.ts";
import { catalogue } from "./catalogue.ts";
import type { Clock } from "./clock.ts";
import { reportHost } from "./commands/report-host.ts";
import { type Connection, connect } from "./connection.ts";
import type { Host } from "./host.ts";
import type { Identity } from "./identity.ts";
import { openJournal } from "./journal.ts";
import type { AgentLog } from "./log.ts";
import { pauseMs } from "./pauses.ts";
import { requests } from "./requests.ts";
import { authorizationOf, keyIn, signedMessage } from "./signature.ts";

interface AgentOptions {
  readonly identity: Identity;
  readonly host: Host;
  /** Where the journal lies. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly fmsadminMs: number;
}

/** The hands on the database host: one link outwards, held for as long as the agent runs (R7.1). */
export interface Agent {
  stop(): Promise<void>;
}

export function startAgent({ identity, host, folder, clock, log, fmsadminMs }: AgentOptions): Agent {
  const stopping = new AbortController();
  const journal = openJournal(folder);
  const bytesAuthorization = (id: string): string => {
    const head = { agent: identity.id, link: crypto.randomUUID(), sequence: 1, at: clock.now() };
    return authorizationOf(signedMessage(keyIn(identity.privateKey), head, { type: "bytes", id }));
  };
  let connection: Connection | undefined;
  const work = requests({
    perform: catalogue({
      host,
      clock,
      fmsadminMs,
      road: { linkAddress: identity.linkAddress, authorization: bytesAuthorization },
    }),
    journal,
    clock,
    send: (request, outcome) => void connection?.send({ type: "reply", request, outcome }),
  });

  /** One link from its opening to its end. Answers whether the service was heard on it. */
  const hold = async (): Promise<boolean> => {
    let heardAt = clock.now();
    let wasHeard = false;
    const ending = new AbortController();
    const here = async (): Promise<void> => {
      current.send({ type: "here", report: await reportHost(host) });
      work.resend();
    };
    const current = connect({
      identity,
      clock,
      opened: () => void here().catch(() => current.end()),
      said(message) {
        heardAt = clock.now();
        if (!wasHeard) log({ event: "linked" });
        wasHeard = true;
        if (message.type === "request") work.take(message);
        else if (message.type === "accepted") work.accepted(message.request);
      },
    });
    connection = current;
    const end = () => current.end();
    stopping.signal.addEventListener("abort", end);
    const beating = (async () => {
      for (;;) {
        await clock.sleep(heartbeat.everyMs, ending.signal);
        if (clock.now() - heardAt > heartbeat.silentMs) current.end();
        else if (current.send({ type: "here" })) work.resend();
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
      work.stop();
      stopping.abort();
      await running;
      journal.close();
    },
  };
}
