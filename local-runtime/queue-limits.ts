import type { Message } from "../shared/ports/queue.ts";

const bodyBytes = 256 * 1024;
const mostDelaySeconds = 900;
const mostVisibilitySeconds = 43_200;
const mostWaitSeconds = 20;

export function checkMessage({ body, delaySeconds = 0 }: Message): void {
  const size = Buffer.byteLength(body);
  if (size < 1 || size > bodyBytes) throw new RangeError(`A message has 1 to ${bodyBytes} bytes, not ${size}`);
  checkDelay(delaySeconds, mostDelaySeconds);
}

export function checkDelay(delaySeconds: number, most: number): void {
  checkWhole("A delay in seconds", delaySeconds, 0, most);
}

export function checkReceive(options: {
  readonly most: number;
  readonly visibilitySeconds: number;
  readonly waitSeconds?: number;
}): void {
  checkWhole("The number of messages to receive", options.most, 1, 10);
  checkWhole("A visibility in seconds", options.visibilitySeconds, 0, mostVisibilitySeconds);
  checkWhole("A wait in seconds", options.waitSeconds ?? 0, 0, mostWaitSeconds);
}

function checkWhole(what: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${what} is a whole number from ${least} to ${most}, not ${value}`);
  }
}
