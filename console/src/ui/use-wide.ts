import { useSyncExternalStore } from "react";

const wide = window.matchMedia("(min-width: 1024px)");

/** Whether the window has room for things side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener("change", listener);
      return () => wide.removeEventListener("change", listener);
    },
    () => wide.matches,
  );
}
