const textNode = (text: string, ...marks: readonly object[]) => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks }),
});
const item = (...content: readonly object[]) => ({ type: "listItem", content: [{ type: "paragraph", content }] });
const paragraph = (...content: readonly object[]) => ({ type: "paragraph", content });

/** Sample notes about files, by file name. */
export const aNote = {
  Contacts: {
    type: "doc",
    content: [
      paragraph(textNode("Looked after by "), textNode("Ada Moreno", { type: "bold" }), textNode(".")),
      { type: "heading", attrs: { level: 2 }, content: [textNode("Nightly import")] },
      paragraph(
        textNode("Runs at 02:00 and takes about ten minutes. Details are in "),
        textNode("the manual", { type: "link", attrs: { href: "https://manual.example.com/import" } }),
        textNode("."),
      ),
      {
        type: "orderedList",
        content: [
          item(textNode("Pause the file, so that nobody writes.")),
          item(textNode("Start "), textNode("Import orders", { type: "code" }), textNode(".")),
          item(
            textNode("Look into the "),
            textNode("Event.log", { type: "italic" }),
            textNode(" before you resume it."),
          ),
        ],
      },
      { type: "heading", attrs: { level: 3 }, content: [textNode("By hand")] },
      { type: "codeBlock", content: [textNode("fmsadmin pause Contacts.fmp12\nfmsadmin resume Contacts.fmp12")] },
    ],
  },
  Staff: {
    type: "doc",
    content: [paragraph(textNode("Paused until the new contracts are in. Ask Chiara before you resume it."))],
  },
} as const;
