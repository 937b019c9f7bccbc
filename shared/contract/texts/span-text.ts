/** Formats a time span for people, such as `2m 5s`. */
export function spanText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  const named = parts.filter(([count, unit]) => count > 0 || (unit === "s" && seconds === 0));
  return named.map(([count, unit]) => `${count}${unit}`).join(" ");
}
