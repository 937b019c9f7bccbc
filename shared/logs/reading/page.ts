/** Default maximum size of a page's lines as JSON, which fits a frame of the agent's link. Bytes. */
const frameBytes = 96 * 1024;
/** Maximum size of a response's lines. AWS sends it as a whole, and it contains its lines twice, as text and as columns. Bytes. */
export const answerBytes = 1024 * 1024;
/** Size of the JSON around a line's text. Bytes. */
const aroundBytes = 90;

/** Collects items until there are enough, or they are too large together. The first one always fits. */
export function pageOf<T extends { readonly text: string; readonly more?: readonly string[] }>(
  count: number,
  maxBytes = frameBytes,
) {
  const lines: T[] = [];
  let bytes = 0;
  return {
    lines: lines as readonly T[],
    isFull: () => lines.length >= count,
    /** Adds an item. Returns false if it doesn't fit. */
    take(line: T): boolean {
      const size = [line.text, ...(line.more ?? [])].reduce((sum, text) => sum + sizeOf(text), 0);
      if (lines.length >= count || (lines.length > 0 && bytes + size > maxBytes)) return false;
      lines.push(line);
      bytes += size;
      return true;
    },
  };
}

/** Returns the size of a text as JSON. Bytes. */
export function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + aroundBytes;
}
