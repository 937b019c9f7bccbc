/** How many colours there are; styles.css has them, for light and dark, each at 3:1 against a panel. */
const colours = 6;

/** The colour of a series. */
export function colourOf(look: number): string {
  return `var(--chart-${(look % colours) + 1})`;
}

/** Lines differ in their dashes too, for those who see no colours. */
export function dashOf(look: number): string | undefined {
  return dashes[look % dashes.length];
}

const dashes: readonly (string | undefined)[] = [undefined, "7 3", "2 3", "9 3 2 3", "4 2", "1 4"];

/** Strokes in a tile of six pixels, in the colour of the panel: surfaces differ in them too. Undefined: a plain one. */
export const tiles: readonly (string | undefined)[] = [
  undefined,
  "M-1,1l2,-2M0,6l6,-6M5,7l2,-2",
  "M1.5,1.5h1.5M4.5,4.5h1.5",
  "M-1,5l2,2M0,0l6,6M5,-1l2,2",
  "M0,3h6",
  "M3,0v6",
];
