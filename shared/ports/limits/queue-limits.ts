import type { Message } from "../queue.ts";

const bodyBytes = 256 * 1024;
/** Maximum delay of a message before its first delivery. */
export const maxDelaySeconds = 900;
const maxWaitSeconds = 20;

/** Maximum time that a message can be hidden or delayed. */
export const maxHiddenSeconds = 43_200;

/** @throws RangeError for a message that no queue accepts */
export function checkMessage({ body, delaySeconds = 0 }: Message): void {
  const size = Buffer.byteLength(body);
  if (size < 1 || size > bodyBytes) throw new RangeError(`A message has 1 to ${bodyBytes} bytes, not ${size}`);
  checkDelay(delaySeconds, maxDelaySeconds);
}

/** @throws RangeError */
export function checkDelay(delaySeconds: number, max: number): void {
  checkWhole("A delay in seconds", delaySeconds, 0, max);
}

/** @throws RangeError */
export function checkReceive(options: {
  readonly maxMessages: number;
  readonly visibilitySeconds: number;
  readonly waitSeconds?: number;
}): void {
  checkWhole("The number of messages to receive", options.maxMessages, 1, 10);
  checkWhole("A visibility in seconds", options.visibilitySeconds, 0, maxHiddenSeconds);
  checkWhole("A wait in seconds", options.waitSeconds ?? 0, 0, maxWaitSeconds);
}

function checkWhole(what: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${what} must be a whole number from ${min} to ${max}, not ${value}`);
  }
}
