const form = /^ls_[0-9a-f]{64}$/;

/** Whether a text has the form of the value that stands for a person's session. */
export function looksLikeSession(text: string): boolean {
  return form.test(text);
}
