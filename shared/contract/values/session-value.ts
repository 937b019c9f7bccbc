const form = /^ls_[0-9a-f]{64}$/;

/** True if a text has the format of a session value. */
export function looksLikeSession(text: string): boolean {
  return form.test(text);
}
