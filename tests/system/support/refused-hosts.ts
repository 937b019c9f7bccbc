/** Hosts that must never receive calls: this machine, private networks and metadata services, in all spellings that lead there. */
export const refusedHosts: readonly string[] = [
  "127.0.0.1",
  "localhost",
  "[::1]",
  "2130706433",
  "0x7f.1",
  "10.0.0.1",
  "169.254.169.254",
  "[::ffff:127.0.0.1]",
  "0.0.0.0",
];
