const dayMs = 24 * 60 * 60_000;

/** A receiver that took nothing for so long gets no more (R6.5). Milliseconds. */
export const longestFailingMs = 5 * dayMs;

/** How long a delivery to others can be looked at. Milliseconds. */
export const outgoingKeptMs = 30 * dayMs;
