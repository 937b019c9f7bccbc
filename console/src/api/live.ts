import { useSyncExternalStore } from "react";
import { call } from "./client.ts";
import { configuration } from "./configuration.ts";
import { onReconnect } from "./connection.ts";
import { Refused } from "./refused.ts";
import { noteSessionOver } from "./session-state.ts";

/** `starting`: not known yet. `live`: a stream is open. `polling`: there is none, and the same is asked for every few seconds. */
export type Live = "starting" | "live" | "polling";

/** What has changed, as the audit trail names it: `process:42`. `"everything"`: changes were missed. */
export type Changes = readonly string[] | "everything";

const pollMs = 5_000;
/** A stream that ends is back a second later; users need no notice of that. */
const graceMs = 2_500;
/** How long there is polling before a stream is tried again. */
const nextStreamMs = 15_000;
/** Connections die without a word, behind a sleeping machine. So often it is asked whether the stream has missed anything. */
const checkMs = 60_000;
/** A browser has few connections for one server, and every window takes one. A hidden window gives it back. */
const hiddenMs = 10_000;

let live: Live = "starting";
/** The last event that is known here. It outlasts a session: what happened in between is reported after the next sign-in. */
let position: number | undefined;
const listeners = new Set<() => void>();

export function useLive(): Live {
  return useSyncExternalStore(subscribe, () => live);
}

/** Follows what changes until the answer is called: by an event stream, by asking again and again where there is none. */
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
      // What is refused, or is no stream, the browser does not try again.
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

  /** Asks in so many words: to begin, in a stream's place, and to see whether a stream still lives. */
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
      // Nobody answers: `onReturn` goes on. Nobody is signed in: the page asks, and follows again.
      if (thrown.isSignedOut) noteSessionOver();
      else if (!thrown.isUnreachable) pollIn(pollMs);
    }
  };

  /** Takes news once, from whichever side they come. */
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
