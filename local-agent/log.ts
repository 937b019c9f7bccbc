/** Writes one line of the agent's log, from an allowlist of fields. Secrets never get this far. */
export type AgentLog = (line: Readonly<Record<string, string | number | boolean | undefined>>) => void;

/** Writes lines of JSON to standard error, where systemd, launchd or the local runtime collect them. */
export const logToStderr: AgentLog = (line) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};
