/**
 * Returns the forms of a PEM to register as a public key, in the order to try them. FileMaker Server 19.6 refuses line breaks
 * (https://github.com/wimdecorte/admin-api-token); 26 accepts them.
 */
export function publicKeyForms(pem: string): readonly [string, string] {
  return [pem, pem.replaceAll(/[\r\n]/g, "")];
}
