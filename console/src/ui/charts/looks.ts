/** Number of colors, which styles.css defines for light and dark mode, each with a contrast of 3:1 against a panel. */
const colors = 6;

/** Returns the color of a series. */
export function colorOf(look: number): string {
  return `var(--chart-${(look % colors) + 1})`;
}

/** Returns the dashes of a line, which distinguish lines for users who can't see colors. */
export function dashOf(look: number): string | undefined {
  return dashes[look % dashes.length];
}

const dashes: readonly (string | undefined)[] = [undefined, "7 3", "2 3", "9 3 2 3", "4 2", "1 4"];

/** Strokes in a tile of six pixels in the panel's color, which distinguish areas for users who can't see colors. Undefined: plain. */
export const tiles: readonly (string | undefined)[] = [
  undefined,
  "M-1,1l2,-2M0,6l6,-6M5,7l2,-2",
  "M1.5,1.5h1.5M4.5,4.5h1.5",
  "M-1,5l2,2M0,0l6,6M5,-1l2,2",
  "M0,3h6",
  "M3,0v6",
];
