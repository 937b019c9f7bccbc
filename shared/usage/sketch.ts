/**
 * Durations in logarithmic buckets: a sketch of them all from which any percentile is read within 1 %, and which can be merged.
 * The mapping is DDSketch's (Masson, Rim, Lee, VLDB 2019): bucket i holds the values from gamma^(i-1) to gamma^i.
 */
const accuracy = 0.01;
const gamma = (1 + accuracy) / (1 - accuracy);
const bucketsPerLog = 1 / Math.log(gamma);
/** What is shorter or longer counts as this: milliseconds from 50 microseconds to an hour. */
export const shortestMs = 0.05;
export const longestMs = 3_600_000;
const first = Math.ceil(Math.log(shortestMs) * bucketsPerLog);
const last = Math.ceil(Math.log(longestMs) * bucketsPerLog);
/** How many buckets there are. */
export const bucketCount = last - first + 1;

/** The bucket of a duration in milliseconds, from 0. */
export function bucketOf(milliseconds: number): number {
  if (!(milliseconds > shortestMs)) return 0;
  return milliseconds < longestMs ? Math.ceil(Math.log(milliseconds) * bucketsPerLog) - first : bucketCount - 1;
}

/** How many values lie in each bucket. */
export type Sketch = Float64Array;

export function emptySketch(): Sketch {
  return new Float64Array(bucketCount);
}

export function countIn(sketch: Sketch): number {
  return sketch.reduce((sum, count) => sum + count, 0);
}

/** How many values are at most so long, to the nearest bucket. Milliseconds. */
export function countUpTo(sketch: Sketch, milliseconds: number): number {
  return countIn(sketch.subarray(0, bucketOf(milliseconds) + 1));
}

/** All values together, within 1 %. Milliseconds. */
export function sumOf(sketch: Sketch): number {
  return sketch.reduce((sum, count, bucket) => (count === 0 ? sum : sum + count * middleOf(bucket)), 0);
}

/** Percentiles in milliseconds, each for its share from 0 to 1 in rising order; null where the sketch is empty. */
export function percentiles(sketch: Sketch, shares: readonly number[]): (number | null)[] {
  const count = countIn(sketch);
  if (count === 0) return shares.map(() => null);
  let bucket = -1;
  let below = 0;
  return shares.map((share) => {
    // The value of this rank, as if all were sorted.
    const rank = Math.floor(share * (count - 1));
    while (below <= rank && bucket < bucketCount - 1) {
      bucket += 1;
      below += sketch[bucket] ?? 0;
    }
    return middleOf(bucket);
  });
}

/** The value within a bucket that is at most 1 % away from each that lies in it. */
function middleOf(bucket: number): number {
  return (2 * gamma ** (bucket + first)) / (gamma + 1);
}

/** As text: version, then for each bucket that is not empty its distance from the one before and its count, as varints in base64. */
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

/** Adds what a text says to a sketch. @throws RangeError when it is of another accuracy, or damaged */
export function addEncoded(into: Sketch, text: string): void {
  const bytes = Buffer.from(text, "base64");
  if (bytes[0] !== version)
    throw new RangeError(`A sketch of version ${bytes[0]} does not merge with one of ${version}`);
  let bucket = 0;
  for (let at = 1; at < bytes.length; ) {
    const [distance, afterDistance] = varintAt(bytes, at);
    const [count, afterCount] = varintAt(bytes, afterDistance);
    bucket += distance;
    if (bucket >= bucketCount) throw new RangeError("A sketch names a bucket that there is not");
    into[bucket] = (into[bucket] ?? 0) + count;
    at = afterCount;
  }
}

/** Stands for accuracy and range: sketches of others do not merge. */
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
