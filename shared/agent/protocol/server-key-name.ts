/** What the key of an agent is called at FileMaker Server's Admin API. */
export function serverKeyName(agentId: string): string {
  return `latchkey-agent-${agentId}`;
}
