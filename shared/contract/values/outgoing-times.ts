const dayMs = 24 * 60 * 60_000;

/** Time after which a receiver that accepted nothing gets no more deliveries. Milliseconds. */
export const longestFailingMs = 5 * dayMs;

/** Retention of outgoing deliveries. Milliseconds. */
export const outgoingKeptMs = 30 * dayMs;
