import { useSyncExternalStore } from "react";

/** Whether the window is a phone's: tables become cards there. */
export const useNarrow = mediaHook("(max-width: 639px)");

/** Whether the window is wide enough for things side by side. */
export const useWide = mediaHook("(min-width: 1024px)");

function mediaHook(condition: string): () => boolean {
  const media = window.matchMedia(condition);
  const subscribe = (listener: () => void) => {
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}
