/** Variables that whatever starts the program sets, not the administrator. Read once. */
const { MAINPID, NODE_USE_SYSTEM_CA, npm_lifecycle_event: npmScript } = process.env;

/** Process of the service, for commands that systemd runs next to it. */
export const servicePid = MAINPID;
/** Node's variable for trusting the system's certificate authorities. */
export const usesSystemCa = NODE_USE_SYSTEM_CA;
/** True if npm started this process. npm uses a shell, which receives the signals that npm forwards. */
export const isStartedByNpm = npmScript !== undefined;
