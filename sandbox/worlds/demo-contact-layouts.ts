import type { WorldInput } from "../fmserver/world/schema/world-schema.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

export const contactLayouts: NonNullable<Database["layouts"]> = [
  {
    name: "Contacts",
    occurrence: "Contacts",
    fields: [
      "id",
      "uuid",
      "firstName",
      "lastName",
      "fullName",
      "email",
      { field: "city", display: "popupList", valueList: "Cities" },
      { field: "status", display: "popupMenu", valueList: "Status" },
      { field: "birthday", display: "calendar" },
      "callAt",
      "score",
      "tags",
      "notes",
      "photo",
      "createdAt",
      "modifiedAt",
      "Phones::number",
      "gSearch",
      "gLimits",
    ],
    portals: [
      {
        name: "phones",
        occurrence: "Phones",
        fields: [{ field: "Phones::kind", display: "popupMenu", valueList: "Phone kind" }, "Phones::number"],
        sort: [{ fieldName: "Phones::number" }],
      },
    ],
  },
  {
    name: "Contact list",
    occurrence: "Contacts",
    view: "table",
    fields: ["id", "fullName", "city", "scoreAverage"],
  },
  { separator: true },
  {
    folder: "Details",
    layouts: [
      { name: "Phones", occurrence: "Phones", fields: ["id", "contactId", "kind", "number", "Contacts::fullName"] },
      {
        name: "Card A/B",
        occurrence: "Contacts",
        view: "table",
        fields: ["fullName", { field: "Phones::number", valueList: "Numbers", display: "popupMenu" }],
        portals: [
          {
            occurrence: "Phones",
            fields: ["Phones::number"],
            rows: 1,
            scrolling: false,
            filter: { "Phones::kind": "work" },
          },
        ],
      },
    ],
  },
  { name: "OttoReceiver", occurrence: "OttoReceiverInbox", fields: ["id", "Channel", "Payload", "File", "createdAt"] },
];
