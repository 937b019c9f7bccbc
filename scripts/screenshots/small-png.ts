import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Maximum number of colors in a palette. A page with text in a few colors hardly has more visibly different ones. */
const maxColors = 256;
const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Returns the same picture with a palette, at a third of the size: each pixel gets the nearest color of the palette. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colors } = pixelsOf(png);
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = paletteOf([...counts].sort(([, one], [, other]) => other - one).map(([color]) => color));
  const indexes = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexes.get(colors[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, with a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const entries = Buffer.from(palette.flatMap((color) => channelsOf(color)));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", entries),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns visibly different colors, most frequent first. Colors of small icons are kept, even with few pixels. */
function paletteOf(colors: readonly number[]): readonly number[] {
  for (let least = 0; ; least += 4) {
    const palette: number[] = [];
    for (const color of colors) {
      if (palette.length > maxColors) break;
      if (palette.every((other) => distance(other, color) > least * least)) palette.push(color);
    }
    if (palette.length <= maxColors) return palette;
  }
}

/**
 * Returns the colors of a PNG with eight bits per channel and three or four channels, as Chromium writes it. Ignores transparency.
 */
function pixelsOf(png: Buffer) {
  const data: Buffer[] = [];
  let header = Buffer.alloc(13);
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") header = Buffer.from(content);
    if (type === "IDAT") data.push(content);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  if (header[8] !== 8 || (header[9] !== 2 && header[9] !== 6) || header[12] !== 0)
    throw new RangeError("The picture isn't from Chromium");
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels);
  const colors = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colors.length; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(pixel * channels, pixel * channels + 3);
    colors[pixel] = (red << 16) | (green << 8) | blue;
  }
  return { width, height, colors };
}

/** Decodes lines, each stored as its difference from its neighbors in one of five ways. PNG, section 9. */
function unfiltered(lines: Buffer, lineBytes: number, pixelBytes: number): Buffer {
  const height = lines.length / (lineBytes + 1);
  const out = Buffer.alloc(lineBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (lineBytes + 1)];
    for (let x = 0; x < lineBytes; x += 1) {
      const at = y * lineBytes + x;
      const left = x < pixelBytes ? 0 : (out[at - pixelBytes] ?? 0);
      const above = y === 0 ? 0 : (out[at - lineBytes] ?? 0);
      const corner = x < pixelBytes || y === 0 ? 0 : (out[at - lineBytes - pixelBytes] ?? 0);
      const expected = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      out[at] = (lines[y * (lineBytes + 1) + 1 + x] ?? 0) + expected;
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function nearest(palette: readonly number[], color: number): number {
  let best = 0;
  for (const [index, other] of palette.entries())
    if (distance(other, color) < distance(palette[best] ?? 0, color)) best = index;
  return best;
}

/** Returns the squared distance. */
function distance(one: number, other: number): number {
  const values = channelsOf(other);
  return channelsOf(one).reduce((sum, value, at) => sum + (value - (values[at] ?? 0)) ** 2, 0);
}

function channelsOf(color: number): readonly [number, number, number] {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
