import { useSyncExternalStore } from "react";
import { hexOf } from "./color-text.ts";
import { applyIcon } from "./icon.ts";
import { defaultColor, type Mode, type Theme, themeOf } from "./theme.ts";

/** Mode that the user has selected for this browser; `system` follows the operating system. */
export type ModeChoice = Mode | "system";

const storedMode = "latchkey.mode";
const storedColor = "latchkey.color";
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

let choice = readChoice();
let color = hexOf(window.localStorage.getItem(storedColor) ?? "") ?? defaultColor;

/** Applies the colors of the last visit, before the first read. */
export function startAppearance(): void {
  draw();
  prefersDark.addEventListener("change", draw);
}

export function useModeChoice(): ModeChoice {
  return useSyncExternalStore(subscribe, () => choice);
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, mode);
}

export function chooseMode(next: ModeChoice): void {
  choice = next;
  window.localStorage.setItem(storedMode, next);
  draw();
}

/** Applies the server's theme color; null: the default color. */
export function applyColor(next: string | null): void {
  color = hexOf(next ?? "") ?? defaultColor;
  window.localStorage.setItem(storedColor, color);
  draw();
}

function mode(): Mode {
  if (choice !== "system") return choice;
  return prefersDark.matches ? "dark" : "light";
}

function draw(): void {
  const root = document.documentElement;
  root.dataset.mode = mode();
  const theme = themeOf(color, mode());
  applyTheme(root, theme);
  applyIcon(theme);
  for (const listener of listeners) listener();
}

/** Applies a theme to an element and its content. */
export function applyTheme(element: HTMLElement, theme: Theme): void {
  element.style.setProperty("--fill", theme.fill);
  element.style.setProperty("--on-fill", theme.onFill);
  element.style.setProperty("--fill-chosen", theme.fillChosen);
  element.style.setProperty("--fill-edge", theme.fillEdge);
  element.style.setProperty("--accent", theme.accent);
}

function readChoice(): ModeChoice {
  const stored = window.localStorage.getItem(storedMode);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
