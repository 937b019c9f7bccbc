import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Outbound } from "#shared/ports/outbound.ts";

/** Idle time in milliseconds after which a connection is replaced. FileMaker Server closes it after five seconds, API Gateway later; a frozen process doesn't notice. */
const idleMs = 3_000;

/**
 * Opens new connections after a pause, for processes that are frozen between calls, so that no call is sent into a socket that was
 * closed in the meantime.
 */
export function reconnectingOutbound(
  open: () => Outbound,
  clock: Clock,
  background: Pick<BackgroundTasks, "waitUntil">,
): Outbound {
  let inner = open();
  let usedAt = clock.now();

  const current = (): Outbound => {
    const now = clock.now();
    if (now - usedAt > idleMs) {
      background.waitUntil("closing idle connections", inner.close());
      inner = open();
    }
    usedAt = now;
    return inner;
  };

  return {
    origin: inner.origin,
    request: (request) => current().request(request),
    relay: (request, handler) => current().relay(request, handler),
    close: () => inner.close(),
  };
}
