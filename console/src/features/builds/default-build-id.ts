/** Returns the default ID of a build, from its first file: with the time in the browser's zone, unless each run adds its own. */
export function defaultBuildId(files: readonly string[], now: number | undefined): string {
  const [first] = files;
  if (first === undefined) return "";
  const name = first.replace(/\.fmp12$/i, "");
  return now === undefined ? name : `${name}-${minute(new Date(now))}`;
}

/** Returns a time as `2026-11-20-0915`. */
function minute(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())];
  return [...day, `${two(time.getHours())}${two(time.getMinutes())}`].join("-");
}
