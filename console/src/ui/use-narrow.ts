import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 639px)");

/** Whether the window is a phone's: tables become cards there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
}
