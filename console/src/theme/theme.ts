import { contrast, fromHex, type Rgb, textOn, toHex } from "./contrast.ts";
import { atLightness, lightnessOf } from "./lightness.ts";

export type Mode = "light" | "dark";

/** What is drawn from one theme colour. All of them `#rrggbb`. */
export interface Theme {
  /** The theme colour itself, never another. */
  readonly fill: string;
  /** Text on the fill: black or white. */
  readonly onFill: string;
  /** The chosen entry on the fill: a step away from it, on which the text is as readable. */
  readonly fillChosen: string;
  /** Edge of a fill. The fill itself, unless it would be lost beside a panel. */
  readonly fillEdge: string;
  /** The theme colour as text and as focus ring: only its lightness is moved. */
  readonly accent: string;
}

/** What accent text stands on. styles.css has the same colours under the same names. */
export const surfaces: Readonly<
  Record<Mode, { readonly page: string; readonly panel: string; readonly selection: string }>
> = {
  light: { page: "#f4f6f8", panel: "#ffffff", selection: "#e6ebf1" },
  dark: { page: "#0f1317", panel: "#171c22", selection: "#262e38" },
};

/** Accent text on every surface has at least this contrast. */
export const accentContrast = 4.6;
/** What a fill needs against the panel to be seen without an edge. */
export const fillContrast = 3;

export const defaultColor = "#24507a";

/** The theme of a colour such as `#2f6feb`. */
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

/** A colour that is moved towards another by a share of the way. */
function mixed(colour: Rgb, towards: Rgb, share: number): Rgb {
  return fromHex(
    toHex(colour.map((part, index) => part + ((towards[index] ?? part) - part) * share) as unknown as Rgb),
  );
}

/** The nearest lightness at which the colour is readable on every surface of the mode. */
function accentOf(colour: Rgb, mode: Mode): string {
  const backgrounds = Object.values(surfaces[mode]).map(fromHex);
  const isReadable = (candidate: Rgb): boolean => {
    const shown = fromHex(toHex(candidate)); // Rounding must not cost the last hundredth.
    return backgrounds.every((background) => contrast(shown, background) >= accentContrast);
  };
  if (isReadable(colour)) return toHex(colour);
  const end = mode === "light" ? 0 : 1;
  let [far, near] = [end, lightnessOf(colour)];
  for (let step = 0; step < 12; step += 1) {
    const middle = (far + near) / 2;
    if (isReadable(atLightness(colour, middle))) far = middle;
    else near = middle;
  }
  return toHex(atLightness(colour, far));
}
