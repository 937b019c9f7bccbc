const stored = "latchkey.recent";
const maxKept = 12;

/** Returns the ids chosen in this browser's search, newest first. Only ids: of a key, only its number is stored here. */
export function recentChoices(): readonly string[] {
  const ids = window.localStorage.getItem(stored)?.split("\n") ?? [];
  return ids.filter((id) => id !== "");
}

export function noteChoice(id: string): void {
  const ids = [id, ...recentChoices().filter((other) => other !== id)].slice(0, maxKept);
  window.localStorage.setItem(stored, ids.join("\n"));
}

/** Returns the entries with recently chosen ones first, newest at the top; the order of the others stays the same. */
export function recentFirst<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const chosen = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return [...chosen, ...entries.filter((entry) => !chosen.includes(entry))];
}
