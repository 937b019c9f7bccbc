import { createServer, type IncomingMessage } from "node:http";
import { sandboxClock, type TimeSource } from "../fmserver/clock.ts";
import { type Call, Refusal, type Schedule, scheduleIn } from "./schedule.ts";

interface SchedulerOptions {
  /** The schedule groups that it has. */
  readonly groups: readonly string[];
  /** Sends a schedule's message to its target. */
  readonly deliver: (queueArn: string, body: string) => Promise<void>;
  readonly clock?: TimeSource;
}

/** An EventBridge Scheduler of its own, for schedules that run once; and what was asked of it. It checks no signature. */
export interface SchedulerServer {
  readonly origin: string;
  readonly asked: readonly Call[];
  /** What waits for its time, by name. */
  readonly waiting: ReadonlyMap<string, Schedule>;
  /** Sends what is due by a clock that somebody turns. */
  tick(): Promise<void>;
  /** Loses a schedule, as nobody should. */
  lose(name: string): void;
  /** Fails every call from now on with this error, or none. */
  fail(error: { readonly status: number; readonly name: string } | undefined): void;
  close(): Promise<void>;
}

export async function startScheduler({ groups, deliver, clock: source }: SchedulerOptions): Promise<SchedulerServer> {
  const clock = sandboxClock(source);
  const asked: Call[] = [];
  const waiting = new Map<string, Schedule>();
  const takenBack = new Map<string, () => void>();
  const sending = new Set<Promise<void>>();
  let failure: { readonly status: number; readonly name: string } | undefined;

  const remove = (name: string): void => {
    takenBack.get(name)?.();
    takenBack.delete(name);
    waiting.delete(name);
  };

  const run = (name: string, { queueArn, deadLetterArn, body }: Schedule): void => {
    remove(name);
    const sent = deliver(queueArn, body)
      .catch(() => (deadLetterArn === undefined ? undefined : deliver(deadLetterArn, body)))
      .catch(() => undefined); // Neither queue takes it: it is lost, as on AWS.
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  };

  const keep = (name: string, schedule: Schedule): object => {
    remove(name);
    waiting.set(name, schedule);
    takenBack.set(
      name,
      clock.at(schedule.at, () => run(name, schedule)),
    );
    return { ScheduleArn: `arn:aws:scheduler:eu-central-1:000000000000:schedule/${schedule.group}/${name}` };
  };

  const existing = (name: string, group: string | null | undefined): Schedule => {
    const schedule = waiting.get(name);
    if (schedule === undefined || schedule.group !== group) throw new Refusal(404, "ResourceNotFoundException");
    return schedule;
  };

  const operations: Readonly<Record<string, (call: Call) => object>> = {
    POST({ name, input }) {
      const known = waiting.get(name);
      const schedule = scheduleIn(input, groups);
      if (known === undefined) return keep(name, schedule);
      if (known.token !== schedule.token) throw new Refusal(409, "ConflictException");
      return keep(name, known);
    },
    PUT({ name, input }) {
      const schedule = scheduleIn(input, groups);
      existing(name, schedule.group);
      return keep(name, schedule);
    },
    DELETE({ name, group }) {
      existing(name, group);
      remove(name);
      return {};
    },
  };

  function answerTo(call: Call): { readonly status: number; readonly name?: string; readonly body: object } {
    clock.tick();
    asked.push(call);
    if (failure !== undefined) return { ...failure, body: { Message: failure.name } };
    try {
      const act = operations[call.method];
      if (act === undefined) throw new Refusal(400, "ValidationException");
      return { status: 200, body: act(call) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, name: error.message, body: { Message: error.message } };
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const { status, name, body } = answerTo(callIn(incoming, await textOf(incoming)));
    outgoing
      .writeHead(status, {
        "content-type": "application/json",
        ...(name !== undefined && { "x-amzn-errortype": name }),
      })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    waiting,
    async tick() {
      clock.tick();
      await Promise.all(sending);
    },
    lose: remove,
    fail(error) {
      failure = error;
    },
    async close() {
      clock.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(sending);
    },
  };
}

function callIn({ method = "", url = "" }: IncomingMessage, text: string): Call {
  const { pathname, searchParams } = new URL(url, "http://scheduler");
  const [, name = ""] = /^\/schedules\/([0-9A-Za-z._-]{1,64})$/.exec(pathname) ?? [];
  const input = text === "" ? {} : JSON.parse(text);
  return { method: name === "" ? "" : method, name, group: searchParams.get("groupName"), input };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
