/** Returns the row that a key moves to, or undefined for other keys. */
export function rowAfter(key: string, current: number, rows: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: Math.max(1, page - 1),
    PageUp: -Math.max(1, page - 1),
    Home: -rows,
    End: rows,
  };
  const step = steps[key];
  return step === undefined || rows === 0 ? undefined : Math.min(Math.max(0, current + step), rows - 1);
}
