import type { Rgb } from "./contrast.ts";

/** Returns a color with the same hue and saturation and another lightness, from 0 (black) to 1 (white). */
export function atLightness(color: Rgb, lightness: number): Rgb {
  const { hue, saturation } = hueOf(color);
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const part = (offset: number): number => {
    const place = (offset + hue / 60) % 6;
    const share = Math.min(Math.max(Math.abs(place - 3) - 1, 0), 1);
    return (lightness + chroma * (share - 0.5)) * 255;
  };
  return [part(0), part(4), part(2)];
}

export function lightnessOf(color: Rgb): number {
  return (Math.max(...color) + Math.min(...color)) / 510;
}

function hueOf(color: Rgb): { readonly hue: number; readonly saturation: number } {
  const [red, green, blue] = color.map((part) => part / 255) as [number, number, number];
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span === 0) return { hue: 0, saturation: 0 };
  const sixth =
    most === red ? (green - blue) / span : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return { hue: ((sixth + 6) % 6) * 60, saturation: span / (1 - Math.abs(2 * lightnessOf(color) - 1)) };
}
