/** One line of the agent's log, from an allow-list of fields. A secret never gets this far. */
export type AgentLog = (line: Readonly<Record<string, string | number | boolean | undefined>>) => void;

/** Lines of JSON on standard error, where systemd, launchd or the local runtime collect them. */
export const logToStderr: AgentLog = (line) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};
