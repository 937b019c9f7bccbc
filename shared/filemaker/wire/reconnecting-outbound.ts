import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Outbound } from "#shared/ports/outbound.ts";

/** FileMaker Server keeps idle connections for five seconds, API Gateway for longer; a frozen process does not notice that they close. */
const idleMs = 3_000;

/**
 * An outbound for processes that are frozen between calls: after a pause it starts with fresh connections, so that no call's first
 * attempt goes into a socket that died meanwhile.
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
