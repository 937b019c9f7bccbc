const mask = "…";
const secretParameters = /(?:api-?_?key|secret|token|password|passwd|pwd|signature|^sig$|^auth$|^authorization$)/i;
const secretHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-gitlab-token|.*(?:api-?key|secret|token).*)$/i;

type Headers = readonly (readonly [string, string])[];

/** Masks the values of the named headers, and of those whose names indicate a secret. */
export function maskedHeaders(headers: Headers, secretNames: readonly string[]): [string, string][] {
  return withMasked(headers, secretNames).map(([name, value]) => [name, secretHeaders.test(name) ? mask : value]);
}

/** Masks the values of the named headers. */
export function withMasked(headers: Headers, names: readonly string[]): [string, string][] {
  const secret = new Set(names.map((name) => name.toLowerCase()));
  return headers.map(([name, value]) => [name, secret.has(name.toLowerCase()) ? mask : value]);
}

/** Returns a path and its query, without the values of parameters whose names indicate a secret. */
export function maskedTarget(target: string): string {
  return target.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, before: string, name: string) =>
    secretParameters.test(name) ? `${before}${name}=${mask}` : pair,
  );
}
