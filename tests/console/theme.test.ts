import { expect } from "vitest";
import { contrast, fromHex, type Rgb, toHex } from "../../console/src/theme/contrast.ts";
import { accentContrast, fillContrast, type Mode, surfaces, themeOf } from "../../console/src/theme/theme.ts";
import { verifies } from "../support/verifies.ts";

const modes: readonly Mode[] = ["light", "dark"];
const steps = Array.from({ length: 17 }, (_, step) => Math.min(step * 16, 255));
const colors = steps
  .flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue])))
  .map(toHex);
const between = (one: string, other: string) => contrast(fromHex(one), fromHex(other));

/** Returns every color in every mode that breaks a rule, so that a failure names it. */
function breaking(rule: (color: string, mode: Mode) => boolean): readonly string[] {
  return modes.flatMap((mode) => colors.filter((color) => !rule(color, mode)).map((color) => `${color} ${mode}`));
}

verifies("system:console:theme", "4,913 colors are tested in both modes", () => {
  expect(new Set(colors).size).toBe(4_913);
});

verifies("system:console:theme", "the fill is the theme color itself", () => {
  expect(breaking((color, mode) => themeOf(color, mode).fill === color)).toEqual([]);
});

verifies("system:console:theme", "text on the fill, selected or not, is never below 4.58", () => {
  const rule = (color: string, mode: Mode) => {
    const { onFill, fillChosen } = themeOf(color, mode);
    return between(color, onFill) >= 4.58 && between(fillChosen, onFill) >= 4.58;
  };
  expect(breaking(rule)).toEqual([]);
});

verifies("system:console:theme", "accent text is readable on page, panel, and selection", () => {
  const rule = (color: string, mode: Mode) =>
    Object.values(surfaces[mode]).every((surface) => between(themeOf(color, mode).accent, surface) >= accentContrast);
  expect(breaking(rule)).toEqual([]);
});

verifies("system:console:theme", "a low-contrast fill next to a panel has a visible border", () => {
  const rule = (color: string, mode: Mode) =>
    between(themeOf(color, mode).fillEdge, surfaces[mode].panel) >= fillContrast;
  expect(breaking(rule)).toEqual([]);
});

verifies("system:console:theme", "a color that is already readable is unchanged", () => {
  expect(themeOf("#24507a", "light").accent).toBe("#24507a");
  expect(themeOf("#8fc7ff", "dark").accent).toBe("#8fc7ff");
});
