import fc from "fast-check";
import { Dispatcher } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UpstreamRequest } from "#shared/filemaker/wire/upstream-request.ts";
import { type WaitingCall, type WaitingCalls, waitingCalls } from "#shared/filemaker/wire/waiting-calls.ts";
import { aRelay, RecordedAnswer } from "./recorded-answer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes calls, and begins none before `begin` is called. */
class IdleDispatcher extends Dispatcher {
  readonly taken: Dispatcher.DispatchHandler[] = [];
  readonly aborted: Error[] = [];

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.taken.push(handler);
    return true;
  }

  begin(): void {
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      abort: (reason) => this.aborted.push(reason),
      pause() {},
      resume() {},
    };
    for (const handler of this.taken.splice(0)) handler.onRequestStart?.(controller, null);
  }
}

function started(
  changes: Parameters<typeof aRelay>[0] = {},
  waiting: WaitingCalls = waitingCalls(),
): { readonly answer: RecordedAnswer; readonly dispatcher: IdleDispatcher } {
  const [answer, dispatcher] = [new RecordedAnswer(), new IdleDispatcher()];
  new UpstreamRequest({ breaking: false, waiting, servername: "s" }, answer, aRelay(changes), 1_000, 1_000).dispatch(
    dispatcher,
  );
  return { answer, dispatcher };
}

test("a call that gets no connection is given up when its head should have come, with nothing sent", () => {
  const { answer, dispatcher } = started();
  vi.advanceTimersByTime(999);
  expect(answer.ended).toBeUndefined();
  vi.advanceTimersByTime(201);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: true });
  dispatcher.begin();
  expect(dispatcher.aborted).toHaveLength(1);
});

test("a call that got its connection late is given up when its head should have come, possibly sent", () => {
  const { answer, dispatcher } = started({ body: Buffer.from("x") });
  vi.advanceTimersByTime(800);
  dispatcher.begin();
  vi.advanceTimersByTime(400);
  expect(answer.ended).toMatchObject({ reason: "timeout", unsent: false });
  expect(dispatcher.aborted).toHaveLength(1);
});

test("a call that got its connection late and uploads a stream has all its time again", () => {
  const { answer, dispatcher } = started({ body: (async function* () {})() });
  vi.advanceTimersByTime(800);
  dispatcher.begin();
  vi.advanceTimersByTime(100_000);
  expect(answer.ended).toBeUndefined();
});

test("a call that got its connection at once is no longer watched", () => {
  const { answer, dispatcher } = started();
  dispatcher.begin();
  vi.advanceTimersByTime(100_000);
  expect(answer.ended).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test("whatever the order in which calls come and go, those that stay are expired, once, and no other", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.boolean()), { maxLength: 40 }), (steps) => {
      const waiting = waitingCalls();
      const calls = Array.from({ length: 8 }, aWaitingCall);
      const there = new Set<(typeof calls)[number]>();
      for (const [place, adds] of steps) {
        const call = calls[place];
        if (call === undefined || (adds && there.has(call))) continue;
        if (adds) waiting.add(call);
        else waiting.delete(call);
        if (adds) there.add(call);
        else there.delete(call);
      }
      for (const call of calls) call.onExpire = () => waiting.delete(call);
      vi.advanceTimersByTime(2_000);
      expect(calls.map(({ expired }) => expired)).toEqual(calls.map((call) => (there.has(call) ? 1 : 0)));
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

function aWaitingCall(): WaitingCall & { expired: number; onExpire: () => void } {
  return {
    since: 0,
    late: false,
    before: undefined,
    after: undefined,
    started: false,
    whole: true,
    headersTimeout: 1_000,
    expired: 0,
    onExpire() {},
    expire() {
      this.expired += 1;
      this.onExpire();
    },
  };
}
