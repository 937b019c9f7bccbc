/** The height of every row. Pixels. */
export const rowHeight = 20;
/** Browsers lose elements that are higher: Firefox from 17.9 million pixels on, Chromium from 33.5 million. */
export const longestSpacer = 8_000_000;

/** How many rows there are, and how high the window onto them is. */
export interface Geometry {
  readonly rows: number;
  readonly height: number;
}

/** The height of what the scroll bar scrolls: that of all rows, scaled down where no browser could hold it. */
export function spacerOf({ rows }: Geometry): number {
  return Math.min(rows * rowHeight, longestSpacer);
}

export function isScaled({ rows }: Geometry): boolean {
  return rows * rowHeight > longestSpacer;
}

/** How far down the window can stand, in true pixels. */
export function lowestTop({ rows, height }: Geometry): number {
  return Math.max(0, rows * rowHeight - height);
}

export function within(geometry: Geometry, top: number): number {
  return Math.min(Math.max(0, top), lowestTop(geometry));
}

/** Where the scroll bar stands while the window stands at `top`. */
export function scrollOf(geometry: Geometry, top: number): number {
  const lowest = lowestTop(geometry);
  return lowest === 0 ? 0 : (within(geometry, top) / lowest) * lowestScroll(geometry);
}

/**
 * Where the window stands after the scroll bar has moved. A finger moves it by little, and rows follow by as much; a thumb
 * that is dragged moves it far, and rows follow by ratio. Either end is reached exactly.
 */
export function topAfter(geometry: Geometry, top: number, from: number, to: number): number {
  const lowest = lowestScroll(geometry);
  if (to <= 0) return 0;
  if (to >= lowest - 1) return lowestTop(geometry);
  if (!isScaled(geometry)) return within(geometry, to);
  const isNear = Math.abs(to - from) <= 2 * geometry.height;
  return within(geometry, isNear ? top + to - from : (to / lowest) * lowestTop(geometry));
}

/** The rows that are visible, at least in part. */
export function visibleRows(geometry: Geometry, top: number): { readonly first: number; readonly end: number } {
  const first = Math.floor(top / rowHeight);
  return { first, end: Math.min(geometry.rows, Math.ceil((top + geometry.height) / rowHeight)) };
}

/** Where the window has to stand for a row to be in it: as little as possible from where it is, or with the row in the middle. */
export function topFor(geometry: Geometry, row: number, top: number, align: "near" | "middle"): number {
  const start = row * rowHeight;
  if (align === "middle") return within(geometry, start - (geometry.height - rowHeight) / 2);
  return within(geometry, Math.min(Math.max(top, start + rowHeight - geometry.height), start));
}

/** How far a key moves the window, in true pixels. Undefined: it is no such key. */
export function keyStep(key: string, { height }: Geometry): number | undefined {
  const page = Math.max(rowHeight, Math.floor(height / rowHeight - 1) * rowHeight);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -rowHeight,
    ArrowDown: rowHeight,
    PageUp: -page,
    PageDown: page,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}

/** A wheel's turn, as browsers tell of it: in pixels, rows or pages. */
export interface WheelTurn {
  readonly deltaY: number;
  readonly deltaMode: number;
}

/** What a wheel moves, in true pixels, whatever it counts in. */
export function wheelStep({ deltaY, deltaMode }: WheelTurn, { height }: Geometry): number {
  const units = [1, rowHeight, height];
  return deltaY * (units[deltaMode] ?? 1);
}

function lowestScroll(geometry: Geometry): number {
  return Math.max(0, spacerOf(geometry) - geometry.height);
}
