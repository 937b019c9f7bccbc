import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { paths } from "./paths.ts";

const stored = "latchkey.shortcuts";
const listeners = new Set<() => void>();
let areOn = window.localStorage.getItem(stored) !== "off";

export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areOn,
  );
}

/** Single letters can be switched off, for speech input and for those who type by accident (WCAG 2.1.4). */
export function switchSingleKeys(on: boolean): void {
  areOn = on;
  window.localStorage.setItem(stored, on ? "on" : "off");
  for (const listener of listeners) listener();
}

interface Openers {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The keyboard map. Pages mark what `/`, `c`, `r` and `x` press with `data-shortcut`. */
export function useShortcuts({ onSearch, onHelp }: Openers): void {
  const navigate = useNavigate();
  const goes = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onSearch();
        return;
      }
      if (!areOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return;
      if (goes.current) {
        goes.current = false;
        if (event.key === "h") void navigate({ to: paths.home });
        if (event.key === "k") void navigate({ to: paths.keys });
        if (event.key === "a") void navigate({ to: paths.audit });
        if (event.key === "s") void navigate({ to: paths.settings, params: { part: "appearance" } });
        return;
      }
      if (event.key === "g") goes.current = true;
      else if (event.key === "?") onHelp();
      else if (press(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, onSearch, onHelp]);
}

/** Presses, or focuses, what the page marked with this key. */
function press(key: string): boolean {
  if (!/^[a-z/]$/.test(key)) return false;
  const row = key === "x" ? document.activeElement?.closest("tr, li") : undefined;
  const marked = (row ?? document).querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  if (marked === null) return false;
  if (marked instanceof HTMLInputElement) marked.focus();
  else marked.click();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
