import { useSyncExternalStore } from "react";

/** True on phones: tables become cards there. */
export const useNarrow = mediaHook("(max-width: 639px)");

/** True if the window is wide enough for a two-column layout. */
export const useWide = mediaHook("(min-width: 1024px)");

function mediaHook(condition: string): () => boolean {
  const media = window.matchMedia(condition);
  const subscribe = (listener: () => void) => {
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
}
