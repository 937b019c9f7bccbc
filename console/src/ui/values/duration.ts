/** Returns a duration in its two largest units: `3 s`, `2 min 5 s`, `1 h 4 min`, `2 d 3 h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds === 0) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const parts: string[] = [];
  let rest = seconds;
  for (const [length, unit] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || parts.length > 0) parts.push(`${count} ${unit}`);
    if (parts.length === 2) break;
  }
  return parts.filter((part, index) => index === 0 || !part.startsWith("0 ")).join(" ");
}

const units = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;
