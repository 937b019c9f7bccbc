import { toHex } from "./contrast.ts";

/** Returns any CSS color (`teal`, `hsl(210 80% 50%)`) as `#rrggbb`; undefined if it is invalid. */
export function hexOf(text: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  if (!CSS.supports("color", text)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (brush === null) return undefined;
  brush.fillStyle = text;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
  return toHex([red, green, blue]);
}
