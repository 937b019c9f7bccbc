import fc from "fast-check";
import { Dispatcher } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CallTimeouts, callTimeouts, type TimedCall } from "#shared/filemaker/wire/call-timeouts.ts";
import { headerNames } from "#shared/filemaker/wire/header-names.ts";
import { UpstreamRequest } from "#shared/filemaker/wire/upstream-request.ts";
import { aRelay, RecordedAnswer } from "./recorded-answer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Accepts calls, and starts none before `begin` is called. */
class IdleDispatcher extends Dispatcher {
  readonly taken: Dispatcher.DispatchHandler[] = [];
  readonly aborted: Error[] = [];

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.taken.push(handler);
    return true;
  }

  begin(): Begun {
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: [],
      abort: (reason) => this.aborted.push(reason),
      pause() {},
      resume() {},
    };
    const [handler] = this.taken.splice(0);
    handler?.onRequestStart?.(controller, null);
    return {
      head: (status = 200) => handler?.onResponseStart?.(controller, status, {}),
      data: () => handler?.onResponseData?.(controller, Buffer.from("x")),
      end: () => handler?.onResponseEnd?.(controller, {}),
    };
  }
}

/** Events of a call's answer. */
interface Begun {
  head(status?: number): void;
  data(): void;
  end(): void;
}

/** Starts a call with a timeout of one second between data. */
function started(changes: Parameters<typeof aRelay>[0] = {}, timeouts: CallTimeouts = callTimeouts()) {
  const [answer, dispatcher] = [new RecordedAnswer(), new IdleDispatcher()];
  const pool = { breaking: false, timeouts, servername: "s", names: headerNames() };
  const relay = new UpstreamRequest(pool, answer, aRelay(changes), 1_000, 1_000).dispatch(dispatcher);
  return { answer, dispatcher, relay };
}

test("a request without a connection times out when its headers should have arrived, with nothing sent", () => {
  const { answer, dispatcher } = started();
  vi.advanceTimersByTime(999);
  expect(answer.ended).toBeUndefined();
  vi.advanceTimersByTime(201);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: true });
  dispatcher.begin();
  expect(dispatcher.aborted).toHaveLength(1);
});

test("a request with a late connection times out when its headers should have arrived, possibly sent", () => {
  const { answer, dispatcher } = started({ body: Buffer.from("x") });
  vi.advanceTimersByTime(800);
  dispatcher.begin();
  vi.advanceTimersByTime(400);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: false });
  expect(dispatcher.aborted).toHaveLength(1);
});

test("a request with a late connection that uploads a stream gets its full time again", () => {
  const { answer, dispatcher } = started({ body: (async function* () {})() });
  vi.advanceTimersByTime(800);
  dispatcher.begin();
  vi.advanceTimersByTime(100_000);
  expect(answer.ended).toBeUndefined();
});

test("a request without a response times out, and undici has no timer of its own", () => {
  const { answer, dispatcher, relay } = started();
  expect(relay).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 });
  dispatcher.begin();
  vi.advanceTimersByTime(1_200);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: false });
});

test("any part of a response resets its timeout, and so does an informational response", () => {
  const { answer, dispatcher } = started();
  const call = dispatcher.begin();
  vi.advanceTimersByTime(900);
  call.head(103);
  vi.advanceTimersByTime(900);
  call.head();
  vi.advanceTimersByTime(900);
  call.data();
  vi.advanceTimersByTime(900);
  expect(answer.ended).toBeUndefined();
  vi.advanceTimersByTime(300);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: false });
});

test("a response that its reader delays doesn't time out, and gets its full time when the reader continues", () => {
  const { answer, dispatcher, relay } = started();
  dispatcher.begin().head();
  relay.pause();
  vi.advanceTimersByTime(100_000);
  relay.resume();
  vi.advanceTimersByTime(900);
  expect(answer.ended).toBeUndefined();
  vi.advanceTimersByTime(300);
  expect(answer.ended).toMatchObject({ reason: "timeout" });
});

test("a finished request is no longer monitored", () => {
  const { answer, dispatcher } = started();
  const call = dispatcher.begin();
  call.head();
  call.end();
  vi.advanceTimersByTime(100_000);
  expect(answer.ended).toBe("end");
  expect(vi.getTimerCount()).toBe(0);
});

test("for any order of requests, those that remain time out, once, and no others", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.boolean()), { maxLength: 40 }), (steps) => {
      const timeouts = callTimeouts();
      const calls = Array.from({ length: 8 }, aTimedCall);
      const there = new Set<(typeof calls)[number]>();
      for (const [place, adds] of steps) {
        const call = calls[place];
        if (call === undefined || (adds && there.has(call))) continue;
        if (adds) timeouts.add(call);
        else timeouts.delete(call);
        if (adds) there.add(call);
        else there.delete(call);
      }
      for (const call of calls) call.onExpire = () => timeouts.delete(call);
      vi.advanceTimersByTime(2_000);
      expect(calls.map(({ expired }) => expired)).toEqual(calls.map((call) => (there.has(call) ? 1 : 0)));
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

function aTimedCall(): TimedCall & { expired: number; onExpire: () => void } {
  return {
    quietSweeps: 0,
    quietLimitMs: 1_000,
    before: undefined,
    after: undefined,
    expired: 0,
    onExpire() {},
    expire() {
      this.expired += 1;
      this.onExpire();
    },
  };
}
