/** Whether npm has started this process: it does so by a shell, which takes the signals that npm passes on. */
export const isStartedByNpm = process.env.npm_lifecycle_event !== undefined;
