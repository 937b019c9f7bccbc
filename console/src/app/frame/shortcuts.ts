import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { paths } from "../paths.ts";

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

/** Turns single-letter shortcuts on or off, for users of speech input and users who type by accident (WCAG 2.1.4). */
export function switchSingleKeys(on: boolean): void {
  areOn = on;
  window.localStorage.setItem(stored, on ? "on" : "off");
  for (const listener of listeners) listener();
}

interface Openers {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Handles the keyboard map. Pages mark elements to press or focus with `data-shortcut`. */
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
        if (event.key === "f") void navigate({ to: paths.files });
        if (event.key === "b") void navigate({ to: paths.browse, params: { _splat: "" } });
        if (event.key === "k") void navigate({ to: paths.keys });
        if (event.key === "m") void navigate({ to: paths.mcpServers });
        if (event.key === "d") void navigate({ to: paths.deployments });
        if (event.key === "w") void navigate({ to: paths.webhooks });
        if (event.key === "p") void navigate({ to: paths.processes });
        if (event.key === "l") void navigate({ to: paths.logs });
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

/** Presses or focuses the element that the page has marked with this key. */
function press(key: string): boolean {
  if (!/^[a-zA-Z/]$/.test(key)) return false;
  const isRow = key.toLowerCase() === "x";
  const row = isRow ? document.activeElement?.closest("tr, li") : undefined;
  const marked = (row ?? document).querySelector<HTMLElement>(`[data-shortcut="${isRow ? "x" : key}"]`);
  if (marked === null) return false;
  if (key === "X") return marked.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
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
