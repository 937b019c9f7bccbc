import type { LinesPage, LinesWish, LogPlace } from "./place.ts";
import { answerBytes, sizeOf } from "./reading/page.ts";

/** Lines, asked for until there are enough: a page of a place is no larger than a frame of the agent's link. */
export async function manyLines(place: LogPlace, name: string, wish: LinesWish): Promise<LinesPage | undefined> {
  const first = await place.lines(name, wish);
  if (first === undefined || first.lines.length === 0) return first;
  const isBackwards =
    first.isRotated || (wish.number === undefined && wish.offset === undefined && wish.after === undefined);
  let page = first;
  while (page.lines.length < wish.count && bytesOf(page) < answerBytes) {
    const more = await nextPage(place, name, page, wish.count, isBackwards);
    // Rotated in between: what was read is one log's, and the next call begins on the other.
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

async function nextPage(place: LogPlace, name: string, page: LinesPage, wanted: number, isBackwards: boolean) {
  const count = wanted - page.lines.length;
  if (isBackwards) return page.start.offset === 0 ? undefined : place.lines(name, { before: page.start, count });
  const isAtEnd = page.end.offset >= page.file.sizeBytes || page.lines.at(-1)?.isOpen === true;
  return isAtEnd ? undefined : place.lines(name, { after: page.end, count });
}
