import type { IncomingMessage } from "node:http";
import { type Failure, Refusal, type Service, type ServiceAnswer, startService } from "../aws/service.ts";
import { sandboxClock, type TimeSource } from "../fmserver/clock.ts";
import { type Call, type Schedule, scheduleIn } from "./schedule.ts";

interface SchedulerOptions {
  /** Names of its schedule groups, as of each call. */
  readonly groups: readonly string[];
  /** Sends a schedule's message to its target. */
  readonly deliver: (queueArn: string, body: string) => Promise<void>;
  readonly clock?: TimeSource;
}

/** EventBridge Scheduler stand-in for one-time schedules, with a record of its calls. */
export interface SchedulerServer extends Service {
  readonly asked: readonly Call[];
  /** Waiting schedules by name. */
  readonly waiting: ReadonlyMap<string, Schedule>;
  /** Sends due messages after the test has advanced the clock. */
  tick(): Promise<void>;
  /** Loses a schedule, which must not happen on AWS. */
  lose(name: string): void;
  /** Makes all future calls fail with this error. Undefined: calls succeed again. */
  fail(error: Failure | undefined): void;
}

export async function startScheduler({ groups, deliver, clock: source }: SchedulerOptions): Promise<SchedulerServer> {
  const clock = sandboxClock(source);
  const asked: Call[] = [];
  const waiting = new Map<string, Schedule>();
  const takenBack = new Map<string, () => void>();
  const sending = new Set<Promise<void>>();
  let failure: Failure | undefined;

  const remove = (name: string): void => {
    takenBack.get(name)?.();
    takenBack.delete(name);
    waiting.delete(name);
  };

  const run = (name: string, { queueArn, deadLetterArn, body }: Schedule): void => {
    remove(name);
    const sent = deliver(queueArn, body)
      .catch(() => (deadLetterArn === undefined ? undefined : deliver(deadLetterArn, body)))
      .catch(() => undefined); // Neither queue accepts it: the message is lost, as on AWS.
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
    if (schedule === undefined || schedule.group !== group) throw new Refusal("ResourceNotFoundException", 404);
    return schedule;
  };

  const operations: Readonly<Record<string, (call: Call) => object>> = {
    POST({ name, input }) {
      const known = waiting.get(name);
      const schedule = scheduleIn(input, groups);
      if (known === undefined) return keep(name, schedule);
      if (known.token !== schedule.token) throw new Refusal("ConflictException", 409);
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

  function act(call: Call): object {
    clock.tick();
    asked.push(call);
    if (failure !== undefined) throw new Refusal(failure.name, failure.status);
    const perform = operations[call.method];
    if (perform === undefined) throw new Refusal("ValidationException");
    return perform(call);
  }

  function answerTo(call: Call): ServiceAnswer {
    const headers = { "content-type": "application/json" };
    try {
      return { status: 200, headers, body: act(call) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, name } = error;
      return { status, headers: { ...headers, "x-amzn-errortype": name }, body: { Message: name } };
    }
  }

  const service = await startService((incoming, text) => answerTo(callIn(incoming, text)));
  return {
    ...service,
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
      await service.close();
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
