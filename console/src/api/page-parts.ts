import { useSyncExternalStore } from "react";
import { noteUnreached, onReconnect } from "./connection.ts";

/** `whole`: nothing is missing. `asks`: a part is missing, and the page has unsaved input. `broken`: reloading the page didn't help. */
export type PageState = "whole" | "asks" | "broken";

/** Session storage key of the build for which this tab has already reloaded the page: only once per build, to avoid a loop. */
const stored = "latchkey.loaded-anew-for";

let state: PageState = "whole";
let served: string | undefined;
let recovering: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * Loads a part of the page. After a console update, an open tab looks for parts under old names: then the page is reloaded once, at the
 * same address. A component that waits for the part keeps waiting, so that no input is lost.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (thrown) {
      recovering ??= recover(thrown).finally(() => {
        recovering = undefined;
      });
      await recovering;
    }
  }
}

export function usePageState(): PageState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Reloads the page, even if it has unsaved input. */
export function reloadPage(): void {
  if (served !== undefined) window.sessionStorage.setItem(stored, served);
  window.location.reload();
}

/** Resolves when a retry makes sense. */
async function recover(thrown: unknown): Promise<void> {
  const answer = await fetch("index.html", { cache: "no-store" }).catch(() => undefined); // No answer: see below.
  if (answer === undefined) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const forget = onReconnect(resolve);
    noteUnreached();
    await promise;
    forget();
    return;
  }
  served = buildIn(await answer.text());
  const isTried = served === undefined || window.sessionStorage.getItem(stored) === served;
  if (isTried) window.reportError(thrown);
  if (isTried || isAnythingUnsaved()) become(isTried ? "broken" : "asks");
  else reloadPage();
  await new Promise(() => {}); // Only a reloaded page has the part.
}

/** Returns the name of the page's start script, which identifies the build because it contains a hash of its content. */
function buildIn(page: string): string | undefined {
  return /<script\b[^>]*\bsrc="([^"]+)"/.exec(page)?.[1];
}

function isAnythingUnsaved(): boolean {
  // Anything that keeps the browser from leaving the page prevents the reload too: uploads, an unsaved note, a key that is shown only once.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented || document.querySelector("[role=dialog],[role=alertdialog],[data-unsaved]") !== null;
}

function become(next: PageState): void {
  state = next;
  for (const listener of listeners) listener();
}
