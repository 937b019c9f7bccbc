/** Variables that whatever starts the program sets, not the administrator. Read once. */
const { MAINPID, NODE_USE_SYSTEM_CA } = process.env;

/** Process of the service, for commands that systemd runs next to it. */
export const servicePid = MAINPID;
/** Node's variable for trusting the system's certificate authorities. */
export const usesSystemCa = NODE_USE_SYSTEM_CA;
