import type { Emulators } from "./emulators.ts";
import type { OfflineAddresses } from "./local-services.ts";

/** Returns the message to print once requests would succeed. */
export function announcement(
  { baseUrl, apiUrl }: Pick<OfflineAddresses, "baseUrl" | "apiUrl">,
  { environment }: Pick<Emulators, "environment">,
  demoKey: string | undefined,
): string {
  const endpoints = Object.entries(environment).filter(([name]) => name.startsWith("AWS_ENDPOINT_URL_"));
  return [
    `Latchkey on AWS emulators ready at ${baseUrl}`,
    "",
    ...(demoKey === undefined ? [] : demo(baseUrl, demoKey)),
    "Addresses of the emulators:",
    "",
    `  REST API behind CloudFront, which refuses direct calls: ${apiUrl}`,
    ...endpoints.map(([name, address]) => `  ${name}=${address}`),
    "",
    "Changes to the sources are applied at once. All data is kept in memory.",
    "Press Ctrl-C to stop.",
  ].join("\n");
}

function demo(baseUrl: string, key: string): readonly string[] {
  const records = `${baseUrl}/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records`;
  return [
    "FMS_URL isn't set, so the sandbox simulates FileMaker Server. Try:",
    "",
    `  curl -H 'Authorization: Bearer ${key}' '${records}?_limit=1'`,
    "",
    `  curl -u admin:admin-pass '${baseUrl}/svc/api/api-key'`,
    "",
    "Demo sign-in: admin / admin-pass.",
    "",
  ];
}
