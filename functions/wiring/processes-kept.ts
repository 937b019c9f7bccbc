/** How long a process can be looked at after its end. */
export const processesKeptMs = 30 * 24 * 60 * 60_000;
