/** True if npm started this process. npm uses a shell, which receives the signals that npm forwards. */
export const isStartedByNpm = process.env.npm_lifecycle_event !== undefined;
