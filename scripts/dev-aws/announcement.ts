import type { Emulators } from "./emulators.ts";

/** Returns the message to print once requests would succeed. */
export function announcement(baseUrl: string, { environment }: Emulators, demoKey: string | undefined): string {
  const endpoints = Object.entries(environment).filter(([name]) => name.startsWith("AWS_ENDPOINT_URL_"));
  return [
    `Latchkey on emulators of AWS ready at ${baseUrl}`,
    "",
    ...(demoKey === undefined ? [] : demo(baseUrl, demoKey)),
    "Where the emulators answer:",
    "",
    ...endpoints.map(([name, address]) => `  ${name}=${address}`),
    "",
    "A change of the sources is built in at once. Everything is kept in memory.",
    "It ends with Ctrl-C.",
  ].join("\n");
}

function demo(baseUrl: string, key: string): readonly string[] {
  const records = `${baseUrl}/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records`;
  return [
    "No FMS_URL is set, so FileMaker Server is played by the sandbox. Try:",
    "",
    `  curl -H 'Authorization: Bearer ${key}' '${records}?_limit=1'`,
    "",
    `  curl -u admin:admin-pass '${baseUrl}/svc/api/api-key'`,
    "",
    "Demo sign-in: admin / admin-pass.",
    "",
  ];
}
