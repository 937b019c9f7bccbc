/** What the lines of a page take as JSON, where nothing else is said: they fit a frame of the agent's link. */
const frameBytes = 96 * 1024;
/** What an answer holds at most: on AWS it is carried whole, and its lines are in it twice, as text and by columns. */
export const answerBytes = 1024 * 1024;
/** What stands around a line's text. */
const aroundBytes = 90;

/** Things that are taken until they are enough, or too large together. The first one is always taken. */
export function pageOf<T extends { readonly text: string; readonly more?: readonly string[] }>(
  count: number,
  mostBytes = frameBytes,
) {
  const lines: T[] = [];
  let bytes = 0;
  return {
    lines: lines as readonly T[],
    isFull: () => lines.length >= count,
    /** Whether it was taken. */
    take(line: T): boolean {
      const size = [line.text, ...(line.more ?? [])].reduce((sum, text) => sum + sizeOf(text), 0);
      if (lines.length >= count || (lines.length > 0 && bytes + size > mostBytes)) return false;
      lines.push(line);
      bytes += size;
      return true;
    },
  };
}

/** What a text takes as JSON. */
export function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + aroundBytes;
}
