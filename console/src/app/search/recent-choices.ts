const stored = "latchkey.recent";
const mostKept = 12;

/** What was chosen in the search of this browser, the last first. Ids alone: nothing of a key is kept here but its number. */
export function recentChoices(): readonly string[] {
  const ids = window.localStorage.getItem(stored)?.split("\n") ?? [];
  return ids.filter((id) => id !== "");
}

export function noteChoice(id: string): void {
  const ids = [id, ...recentChoices().filter((other) => other !== id)].slice(0, mostKept);
  window.localStorage.setItem(stored, ids.join("\n"));
}

/** Those that were chosen before come first, the last of them at the top; the others stay in their order. */
export function recentFirst<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  recent: readonly string[],
): readonly Entry[] {
  const chosen = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return [...chosen, ...entries.filter((entry) => !chosen.includes(entry))];
}
