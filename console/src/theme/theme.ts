import { contrast, fromHex, type Rgb, textOn, toHex } from "./contrast.ts";
import { atLightness, lightnessOf } from "./lightness.ts";

export type Mode = "light" | "dark";

/** Colors that are derived from a theme color, all as `#rrggbb`. */
export interface Theme {
  /** Theme color itself, unchanged. */
  readonly fill: string;
  /** Text on the fill: black or white. */
  readonly onFill: string;
  /** Selected entry on the fill: slightly different, with the same readability of its text. */
  readonly fillChosen: string;
  /** Border of a fill. Same as the fill, unless the fill has too little contrast with a panel. */
  readonly fillEdge: string;
  /** Theme color for text and focus rings: only its lightness is adjusted. */
  readonly accent: string;
}

/** Backgrounds of accent text. styles.css has the same colors under the same names. */
export const surfaces: Readonly<
  Record<Mode, { readonly page: string; readonly panel: string; readonly selection: string }>
> = {
  light: { page: "#f4f6f8", panel: "#ffffff", selection: "#e6ebf1" },
  dark: { page: "#0f1317", panel: "#171c22", selection: "#262e38" },
};

/** Minimum contrast of accent text on every surface. */
export const accentContrast = 4.6;
/** Minimum contrast of a fill without a border against the panel. */
export const fillContrast = 3;

export const defaultColor = "#24507a";

/** Returns the theme of a color such as `#2f6feb`. */
export function themeOf(color: string, mode: Mode): Theme {
  const fill = fromHex(color);
  const accent = accentOf(fill, mode);
  const panel = fromHex(surfaces[mode].panel);
  const [text, other] = textOn(fill);
  const towardsText = mixed(fill, text, 0.2);
  return {
    fill: color,
    onFill: toHex(text),
    fillChosen: toHex(contrast(towardsText, text) >= accentContrast ? towardsText : mixed(fill, other, 0.25)),
    fillEdge: contrast(fill, panel) < fillContrast ? accent : color,
    accent,
  };
}

/** Mixes a share of another color into a color. */
function mixed(color: Rgb, towards: Rgb, share: number): Rgb {
  return fromHex(toHex(color.map((part, index) => part + ((towards[index] ?? part) - part) * share) as unknown as Rgb));
}

/** Returns the color with the nearest lightness that is readable on all surfaces of the mode. */
function accentOf(color: Rgb, mode: Mode): string {
  const backgrounds = Object.values(surfaces[mode]).map(fromHex);
  const isReadable = (candidate: Rgb): boolean => {
    const shown = fromHex(toHex(candidate)); // Rounding can lower the contrast slightly.
    return backgrounds.every((background) => contrast(shown, background) >= accentContrast);
  };
  if (isReadable(color)) return toHex(color);
  const end = mode === "light" ? 0 : 1;
  let [far, near] = [end, lightnessOf(color)];
  for (let step = 0; step < 12; step += 1) {
    const middle = (far + near) / 2;
    if (isReadable(atLightness(color, middle))) far = middle;
    else near = middle;
  }
  return toHex(atLightness(color, far));
}
