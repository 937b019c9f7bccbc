/** Returns the sentence of a preview about the message that people will see. */
export function shownTo(people: string, message: unknown): string {
  return typeof message === "string" && message !== ""
    ? `${people} will see the message ${JSON.stringify(message)}.`
    : `${people} will see no message.`;
}
