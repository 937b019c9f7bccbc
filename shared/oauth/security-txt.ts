const dayMs = 24 * 60 * 60_000;
/** Days after which clients must fetch the file again. */
const validDays = 90;

/** Returns `security.txt` (RFC 9116), which says where people report vulnerabilities. Undefined without an address. */
export function securityTxt(contacts: readonly string[], origin: string, now: number): string | undefined {
  if (contacts.length === 0) return undefined;
  // A whole day, so that the file is the same all day.
  const expires = new Date((Math.floor(now / dayMs) + validDays) * dayMs).toISOString();
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return `${lines.join("\n")}\n`;
}
