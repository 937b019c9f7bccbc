/** Returns the name of an agent's key in FileMaker Server's Admin API. */
export function serverKeyName(agentId: string): string {
  return `latchkey-agent-${agentId}`;
}
