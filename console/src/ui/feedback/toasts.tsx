import { type ReactNode, useSyncExternalStore } from "react";

const shownMs = 4_000;

let message = "";
let hide: number | undefined;
const listeners = new Set<() => void>();

/** Shows a short message at the bottom of the page for a while, and announces it to screen readers. */
export function announce(text: string): void {
  show(text);
  window.clearTimeout(hide);
  hide = window.setTimeout(() => show(""), shownMs);
}

/** Page with the area for announcements. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const text = useSyncExternalStore(subscribe, () => message);
  return (
    <>
      {children}
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-60 flex justify-center px-4">
        {text !== "" && <p className="rounded-md bg-text px-4 py-2 text-sm font-medium text-panel shadow-lg">{text}</p>}
      </div>
    </>
  );
}

function show(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
