import { useSyncExternalStore } from "react";
import { call } from "./client.ts";
import { configuration } from "./configuration.ts";
import { onReconnect } from "./connection.ts";
import { Refused } from "./refused.ts";
import { noteSessionOver } from "./session-state.ts";

/** `starting`: not known yet. `live`: a stream is open. `polling`: no stream; changes are requested every few seconds. */
export type Live = "starting" | "live" | "polling";

/** Changed objects under their audit trail names, such as `process:42`. `"everything"`: changes were missed. */
export type Changes = readonly string[] | "everything";

const pollMs = 5_000;
/** Delay before polling: a stream that ends is usually open again after a second, and users needn't notice. */
const graceMs = 2_500;
/** Pause before the next attempt to open a stream. */
const nextStreamMs = 15_000;
/** Interval of checks for missed events: connections can break silently, for example when a machine sleeps. */
const checkMs = 60_000;
/** Delay before a hidden window closes its stream: browsers allow only a few connections per server, and every window uses one. */
const hiddenMs = 10_000;

let live: Live = "starting";
/** Last known event. Kept across sessions, so that changes in between are reported after the next sign-in. */
let position: number | undefined;
const listeners = new Set<() => void>();

export function useLive(): Live {
  return useSyncExternalStore(subscribe, () => live);
}

/** Publishes changes until the returned function is called: by an event stream, or by polling when there is none. */
export function follow(publish: (changes: Changes) => void): () => void {
  let stream: EventSource | undefined;
  let isOpen = false;
  let isOver = false;
  const timers = { poll: 0, stream: 0, hide: 0 };

  const pollIn = (milliseconds: number): void => {
    window.clearTimeout(timers.poll);
    timers.poll = window.setTimeout(() => void poll(), milliseconds);
  };

  const opened = (): void => {
    isOpen = true;
    become("live");
    pollIn(checkMs);
  };

  const openStream = (): void => {
    window.clearTimeout(timers.stream);
    stream?.close();
    isOpen = false;
    stream = new EventSource(`/${configuration().prefix}/api/events?since=${position}`);
    stream.onopen = opened;
    stream.onmessage = ({ lastEventId, data }: MessageEvent<string>) => {
      const { object }: { readonly object: string } = JSON.parse(data);
      noted(Number(lastEventId), [object]);
    };
    stream.addEventListener("missed", ({ lastEventId }) => noted(Number(lastEventId), "everything"));
    stream.onerror = () => {
      if (isOpen) pollIn(graceMs);
      isOpen = false;
      // The browser doesn't retry refused requests and answers that aren't a stream.
      if (stream?.readyState === EventSource.CLOSED) timers.stream = window.setTimeout(openStream, nextStreamMs);
    };
    pollIn(graceMs);
    if (document.hidden) onVisible();
  };

  const closeStream = (): void => {
    for (const timer of Object.values(timers)) window.clearTimeout(timer);
    stream?.close();
    stream = undefined;
    isOpen = false;
  };

  /** Requests news with a single call: at the start, when there is no stream, and to check that a stream still works. */
  const poll = async (): Promise<void> => {
    const wasOpen = isOpen;
    try {
      const news = await call("GET /svc/api/events", position === undefined ? {} : { since: position });
      if (isOver) return;
      const isFirst = position === undefined;
      const isNew = news.position !== position;
      noted(news.position, news.isComplete ? news.events.map(({ object }) => object) : "everything");
      if (isFirst || (wasOpen && isNew)) openStream();
      else if (isOpen) pollIn(checkMs);
      else {
        become("polling");
        pollIn(news.events.length > 0 ? 0 : pollMs);
      }
    } catch (thrown) {
      if (isOver) return;
      if (!(thrown instanceof Refused)) throw thrown;
      // Service unreachable: `onReconnect` resumes. Not signed in: the page asks the user to sign in and follows again.
      if (thrown.isSignedOut) noteSessionOver();
      else if (!thrown.isUnreachable) pollIn(pollMs);
    }
  };

  /** Publishes news once, from either source. */
  const noted = (next: number, changes: Changes): void => {
    if (position !== undefined && next <= position && changes !== "everything") return;
    position = next;
    if (changes.length > 0) publish(changes);
  };

  const resume = (): void => {
    if (position === undefined) void poll();
    else openStream();
  };
  const onVisible = (): void => {
    window.clearTimeout(timers.hide);
    if (document.hidden) timers.hide = window.setTimeout(closeStream, hiddenMs);
    else if (stream === undefined) resume();
  };

  document.addEventListener("visibilitychange", onVisible);
  const stopWaiting = onReconnect(resume);
  resume();
  return () => {
    isOver = true;
    closeStream();
    stopWaiting();
    document.removeEventListener("visibilitychange", onVisible);
    become("starting");
  };
}

function become(next: Live): void {
  if (next === live) return;
  live = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
