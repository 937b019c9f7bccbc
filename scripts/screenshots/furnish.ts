import type { House } from "../../tests/support/house.ts";

const dayMs = 86_400_000;

/** A server as it looks after some months of use: keys that are used, forgotten and too powerful, a name and a colour. */
export async function furnish(home: House): Promise<void> {
  const settings = { serverNickname: "Acme Files", environmentTag: "TEST" };
  await home.admin("PATCH", "/svc/api/settings", settings);
  await home.aKey({ label: "Old invoice import", databases: ["Orders.fmp12"] });
  await home.anAdminKey("Deploy script");
  await home.turn(120 * dayMs);
  const shop = await home.aKey({ label: "Web shop", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
  const team = await home.aKey({ label: "Field team app", databases: ["Contacts.fmp12"], allowAnyDatabase: true });
  await home.turn(3 * dayMs);
  for (const key of [shop, team])
    await home.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1", { key });
  await home.aKey({ label: "Power BI", databases: ["Contacts.fmp12", "Orders.fmp12"], isOData: true });
  await home.turn(2 * 3_600_000);
  // The first question makes the service ask for the server's name.
  await home.raw("GET", "/svc/api/info");
  await home.settle();
}
