/** Creates a key with the sandbox's Admin Console account. Only called if the sandbox runs. */
export async function demoKey(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/svc/api/api-key`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      databases: ["Contacts.fmp12", "Orders.fmp12"],
      label: "Demo (new at each start)",
      user: "api",
      pass: "demo-pass",
      isOData: true,
    }),
  });
  if (!answer.ok) throw new Error(`Couldn't create a key: HTTP ${answer.status} ${await answer.text()}`);
  const { response } = (await answer.json()) as { readonly response: { readonly key: string } };
  return response.key;
}
