/** Returns a public key as PEM with line breaks, which the Admin API also accepts and stores without. */
export function pemOf(publicKey: string): string {
  return publicKey.replace(/^(-----BEGIN PUBLIC KEY-----)\s*(.+?)\s*(-----END PUBLIC KEY-----)\s*$/s, "$1\n$2\n$3\n");
}
