import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "#shared/aws/s3/parts.ts";

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}

test("parts are as large as their numbers allow, only the last one smaller, and together they are the stream", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 10 }), async (chunks) => {
      const sizeOf = (number: number): number => (number < 3 ? 5 : 7);
      const parts = [];
      for await (const part of partsOf(streamOf(chunks), sizeOf)) parts.push(part);
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(Buffer.concat(chunks))).toBe(true);
      expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
      expect(parts.map(({ isLast }) => isLast)).toEqual(parts.map((_, index) => index === parts.length - 1));
      for (const { number, bytes } of parts.slice(0, -1)) expect(bytes.byteLength).toBe(sizeOf(number));
      const last = parts.at(-1);
      if (parts.length > 1) expect(last?.bytes.byteLength).toBeGreaterThan(0);
      expect(last?.bytes.byteLength).toBeLessThanOrEqual(sizeOf(last?.number ?? 1));
    }),
  );
});
