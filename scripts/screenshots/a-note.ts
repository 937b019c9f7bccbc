const words = (text: string, ...marks: readonly object[]) => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks }),
});
const item = (...content: readonly object[]) => ({ type: "listItem", content: [{ type: "paragraph", content }] });
const paragraph = (...content: readonly object[]) => ({ type: "paragraph", content });

/** What a team writes about its files, by their names. */
export const aNote = {
  Contacts: {
    type: "doc",
    content: [
      paragraph(words("Looked after by "), words("Ada Moreno", { type: "bold" }), words(".")),
      { type: "heading", attrs: { level: 2 }, content: [words("Nightly import")] },
      paragraph(
        words("Runs at 02:00 and takes about ten minutes. Details are in "),
        words("the manual", { type: "link", attrs: { href: "https://manual.example.com/import" } }),
        words("."),
      ),
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
  },
  Staff: {
    type: "doc",
    content: [paragraph(words("Paused until the new contracts are in. Ask Chiara before you resume it."))],
  },
} as const;
