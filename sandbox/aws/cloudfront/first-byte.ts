/** Wait for the first byte of an answer unless the origin has another setting. Seconds. */
export const usualFirstByteSeconds = 60;

interface FirstByteOptions {
  readonly seconds?: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Waits for the head of an origin's answer. Undefined after the limit: CloudFront then answers 504, while the function runs on and is
 * billed. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html
 */
export function firstByte<Head>(
  head: Promise<Head>,
  { seconds = usualFirstByteSeconds, sleep }: FirstByteOptions,
): Promise<Head | undefined> {
  head.catch(() => undefined); // After the limit, no one waits for it.
  return Promise.race([head, sleep(seconds * 1_000).then(() => undefined)]);
}
