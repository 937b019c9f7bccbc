/** Height of every row in pixels. */
export const rowHeight = 20;
/**
 * Maximum height of the scrolled element in pixels. Browsers fail with higher ones: Firefox from 17.9 million pixels, Chromium from 33.5
 * million.
 */
export const longestSpacer = 8_000_000;

/** Number of rows, and height of the visible area in pixels. */
export interface Geometry {
  readonly rows: number;
  readonly height: number;
}

/** Returns the height of the scrolled element: that of all rows, scaled down if it exceeds the limits of browsers. */
export function spacerOf({ rows }: Geometry): number {
  return Math.min(rows * rowHeight, longestSpacer);
}

export function isScaled({ rows }: Geometry): boolean {
  return rows * rowHeight > longestSpacer;
}

/** Returns the maximum top of the visible area, in unscaled pixels. */
export function lowestTop({ rows, height }: Geometry): number {
  return Math.max(0, rows * rowHeight - height);
}

export function within(geometry: Geometry, top: number): number {
  return Math.min(Math.max(0, top), lowestTop(geometry));
}

/** Returns the position of the scroll bar when the visible area starts at `top`. */
export function scrollOf(geometry: Geometry, top: number): number {
  const lowest = lowestTop(geometry);
  return lowest === 0 ? 0 : (within(geometry, top) / lowest) * lowestScroll(geometry);
}

/**
 * Returns the top of the visible area after the scroll bar moved. A short move, such as by touch, scrolls the rows by the same distance.
 * A long move, such as by dragging the thumb, scrolls them proportionally. The scroll bar can reach both ends exactly.
 */
export function topAfter(geometry: Geometry, top: number, from: number, to: number): number {
  const lowest = lowestScroll(geometry);
  if (to <= 0) return 0;
  if (to >= lowest - 1) return lowestTop(geometry);
  if (!isScaled(geometry)) return within(geometry, to);
  const isNear = Math.abs(to - from) <= 2 * geometry.height;
  return within(geometry, isNear ? top + to - from : (to / lowest) * lowestTop(geometry));
}

/** Returns the rows that are at least partly visible. */
export function visibleRows(geometry: Geometry, top: number): { readonly first: number; readonly end: number } {
  const first = Math.floor(top / rowHeight);
  return { first, end: Math.min(geometry.rows, Math.ceil((top + geometry.height) / rowHeight)) };
}

/** Returns the top at which a row is visible: as near as possible to the current one, or with the row in the middle. */
export function topFor(geometry: Geometry, row: number, top: number, align: "near" | "middle"): number {
  const start = row * rowHeight;
  if (align === "middle") return within(geometry, start - (geometry.height - rowHeight) / 2);
  return within(geometry, Math.min(Math.max(top, start + rowHeight - geometry.height), start));
}

/** Returns the distance that a key moves the visible area, in unscaled pixels; undefined for other keys. */
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

/** Wheel event: a distance in pixels, rows or pages. */
export interface WheelTurn {
  readonly deltaY: number;
  readonly deltaMode: number;
}

/** Returns the distance of a wheel event in unscaled pixels. */
export function wheelStep({ deltaY, deltaMode }: WheelTurn, { height }: Geometry): number {
  const units = [1, rowHeight, height];
  return deltaY * (units[deltaMode] ?? 1);
}

function lowestScroll(geometry: Geometry): number {
  return Math.max(0, spacerOf(geometry) - geometry.height);
}
