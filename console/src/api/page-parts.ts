import { useSyncExternalStore } from "react";
import { noteUnreached, onReconnect } from "./connection.ts";

/** `whole`: nothing is missing. `asks`: a part is gone, and something on the page is not saved. `broken`: reloading the page did not load it. */
export type PageState = "whole" | "asks" | "broken";

/** The build for which this tab has reloaded the page already: never twice for one, so that it does not loop. */
const stored = "latchkey.loaded-anew-for";

let state: PageState = "whole";
let served: string | undefined;
let recovering: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * Loads a part of the page. A console that was replaced under an open tab has parts by other names: the page is reloaded then,
 * once, at the same address. A component that waits for the part goes on waiting, so that nothing that was typed is lost.
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

/** Reloads the page, whatever was typed. */
export function reloadPage(): void {
  if (served !== undefined) window.sessionStorage.setItem(stored, served);
  window.location.reload();
}

/** Resolves when it is worth another try. */
async function recover(thrown: unknown): Promise<void> {
  const answer = await fetch("index.html", { cache: "no-store" }).catch(() => undefined); // Nobody answers: see below.
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
  await new Promise(() => {}); // Only another page has the part.
}

/** A build goes by the name of the script that it starts with, which has a hash of its content in it. */
function buildIn(page: string): string | undefined {
  return /<script\b[^>]*\bsrc="([^"]+)"/.exec(page)?.[1];
}

function isAnythingUnsaved(): boolean {
  // Who would keep the browser from leaving the page keeps it here as well: uploads, a note that is written, a key that is shown once.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented || document.querySelector("[role=dialog],[role=alertdialog],[data-unsaved]") !== null;
}

function become(next: PageState): void {
  state = next;
  for (const listener of listeners) listener();
}
