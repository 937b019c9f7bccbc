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
  await home.admin("PUT", "/svc/api/file-notes/Contacts", { document: aNote });
  await home.turn(2 * 3_600_000);
  // The first question makes the service ask for the server's name.
  await home.raw("GET", "/svc/api/info");
  await home.settle();
}

const words = (text: string, ...marks: readonly object[]) => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks }),
});
const item = (...content: readonly object[]) => ({ type: "listItem", content: [{ type: "paragraph", content }] });

/** What a team writes about a file. */
const aNote = {
  type: "doc",
  content: [
    { type: "paragraph", content: [words("Looked after by "), words("Ada Moreno", { type: "bold" }), words(".")] },
    { type: "heading", attrs: { level: 2 }, content: [words("Nightly import")] },
    {
      type: "paragraph",
      content: [
        words("Runs at 02:00 and takes about ten minutes. Details are in "),
        words("the manual", { type: "link", attrs: { href: "https://manual.example.com/import" } }),
        words("."),
      ],
    },
    {
      type: "orderedList",
      content: [
        item(words("Pause the file, so that nobody writes.")),
        item(words("Start "), words("Import orders", { type: "code" }), words(".")),
        item(words("Look into the "), words("Event.log", { type: "italic" }), words(" before you resume it.")),
      ],
    },
    { type: "heading", attrs: { level: 3 }, content: [words("By hand")] },
    { type: "codeBlock", content: [words("fmsadmin pause Contacts.fmp12\nfmsadmin resume Contacts.fmp12")] },
  ],
};
