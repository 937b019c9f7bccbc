/**
 * Durations in logarithmic buckets: a mergeable sketch that yields any percentile within 1%.
 * The mapping is that of DDSketch (Masson, Rim, Lee, VLDB 2019): bucket i holds the values from gamma^(i-1) to gamma^i.
 */
const accuracy = 0.01;
const gamma = (1 + accuracy) / (1 - accuracy);
const bucketsPerLog = 1 / Math.log(gamma);
/** Limits in milliseconds, from 50 microseconds to an hour. Durations beyond a limit count as the limit. */
export const shortestMs = 0.05;
export const longestMs = 3_600_000;
const first = Math.ceil(Math.log(shortestMs) * bucketsPerLog);
const last = Math.ceil(Math.log(longestMs) * bucketsPerLog);
/** Number of buckets. */
export const bucketCount = last - first + 1;

/** Returns the bucket, starting at 0, for a duration in milliseconds. */
export function bucketOf(milliseconds: number): number {
  if (!(milliseconds > shortestMs)) return 0;
  return milliseconds < longestMs ? Math.ceil(Math.log(milliseconds) * bucketsPerLog) - first : bucketCount - 1;
}

/** Number of values in each bucket. */
export type Sketch = Float64Array;

export function emptySketch(): Sketch {
  return new Float64Array(bucketCount);
}

export function countIn(sketch: Sketch): number {
  return sketch.reduce((sum, count) => sum + count, 0);
}

/** Returns the number of values up to a duration in milliseconds, to the nearest bucket. */
export function countUpTo(sketch: Sketch, milliseconds: number): number {
  return countIn(sketch.subarray(0, bucketOf(milliseconds) + 1));
}

/** Returns the sum of all values in milliseconds, within 1%. */
export function sumOf(sketch: Sketch): number {
  return sketch.reduce((sum, count, bucket) => (count === 0 ? sum : sum + count * middleOf(bucket)), 0);
}

/** Returns percentiles in milliseconds for shares from 0 to 1, which must be in ascending order; null if the sketch is empty. */
export function percentiles(sketch: Sketch, shares: readonly number[]): (number | null)[] {
  const count = countIn(sketch);
  if (count === 0) return shares.map(() => null);
  let bucket = -1;
  let below = 0;
  return shares.map((share) => {
    // The value of this rank, as if all values were sorted.
    const rank = Math.floor(share * (count - 1));
    while (below <= rank && bucket < bucketCount - 1) {
      bucket += 1;
      below += sketch[bucket] ?? 0;
    }
    return middleOf(bucket);
  });
}

/** Returns the value that differs by at most 1% from every value in the bucket. */
function middleOf(bucket: number): number {
  return (2 * gamma ** (bucket + first)) / (gamma + 1);
}

/** Encodes a sketch: its version, then for each nonempty bucket its distance from the previous one and its count, as varints in base64. */
export function encodeSketch(sketch: Sketch): string {
  const bytes: number[] = [version];
  let before = 0;
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    const count = sketch[bucket] ?? 0;
    if (count === 0) continue;
    pushVarint(bytes, bucket - before);
    pushVarint(bytes, count);
    before = bucket;
  }
  return Buffer.from(bytes).toString("base64");
}

/**
 * Adds an encoded sketch.
 * @throws RangeError if it has another accuracy or is corrupt
 */
export function addEncoded(into: Sketch, text: string): void {
  const bytes = Buffer.from(text, "base64");
  if (bytes[0] !== version)
    throw new RangeError(`A sketch of version ${bytes[0]} can't be merged with one of ${version}`);
  let bucket = 0;
  for (let at = 1; at < bytes.length; ) {
    const [distance, afterDistance] = varintAt(bytes, at);
    const [count, afterCount] = varintAt(bytes, afterDistance);
    bucket += distance;
    if (bucket >= bucketCount) throw new RangeError("A sketch has an unknown bucket");
    into[bucket] = (into[bucket] ?? 0) + count;
    at = afterCount;
  }
}

/** Version of accuracy and range. Sketches of different versions can't be merged. */
const version = 1;

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function varintAt(bytes: Uint8Array, start: number): [value: number, next: number] {
  let value = 0;
  for (let at = start, weight = 1; at < bytes.length; at += 1, weight *= 128) {
    const byte = bytes[at] as number;
    value += (byte % 128) * weight;
    if (byte < 128) return [value, at + 1];
  }
  throw new RangeError("A sketch ends within a number");
}
