import type { LinesPage, LinesQuery, LogBackend } from "./log-reader.ts";
import { answerBytes, sizeOf } from "./reading/page.ts";

/** Reads lines until there are enough: a page from the host is no larger than a frame of the agent's link. */
export async function manyLines(backend: LogBackend, name: string, query: LinesQuery): Promise<LinesPage | undefined> {
  const first = await backend.lines(name, query);
  if (first === undefined || first.lines.length === 0) return first;
  const isBackwards =
    first.isRotated || (query.number === undefined && query.offset === undefined && query.after === undefined);
  let page = first;
  while (page.lines.length < query.count && bytesOf(page) < answerBytes) {
    const more = await nextPage(backend, name, page, query.count, isBackwards);
    // Rotated meanwhile. What was read belongs to one log; the next call starts in the other.
    if (more === undefined || more.isRotated || more.lines.length === 0) break;
    page = isBackwards
      ? { ...page, lines: [...more.lines, ...page.lines], start: more.start, index: more.index }
      : { ...page, lines: [...page.lines, ...more.lines], end: more.end, index: more.index };
  }
  return page;
}

function bytesOf({ lines }: LinesPage): number {
  return lines.reduce((sum, { text }) => sum + sizeOf(text), 0);
}

async function nextPage(backend: LogBackend, name: string, page: LinesPage, wanted: number, isBackwards: boolean) {
  const count = wanted - page.lines.length;
  if (isBackwards) return page.start.offset === 0 ? undefined : backend.lines(name, { before: page.start, count });
  const isAtEnd = page.end.offset >= page.file.sizeBytes || page.lines.at(-1)?.isOpen === true;
  return isAtEnd ? undefined : backend.lines(name, { after: page.end, count });
}
