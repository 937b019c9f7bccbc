/** sRGB color with parts from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function fromHex(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the WCAG 2 contrast of two colors, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the more readable of black and white on a color, then the other one. */
export function textOn(color: Rgb): readonly [text: Rgb, other: Rgb] {
  return contrast(color, white) >= contrast(color, black) ? [white, black] : [black, white];
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
