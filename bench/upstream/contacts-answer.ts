import { createHash } from "node:crypto";
import { contacts } from "../../sandbox/worlds/demo-contacts.ts";
import { recordsEnvelope, wholeAnswer } from "./prepared-answers.ts";

/** Returns a Data API answer with people of the demo, who all differ, because compression of identical texts would be unrealistic. */
export function contactsAnswer(count: number, origin: string): Buffer {
  const [people, phones] = contacts().tables ?? [];
  const records = (people?.records ?? []).slice(0, count).map(({ values }, at) => {
    const { tags, photo, ...fields } = values ?? {};
    const [first = "", second = "", third = ""] = Array.isArray(tags) ? tags : [];
    const recordId = String(at + 1);
    return {
      fieldData: {
        ...fields,
        "tags(1)": first,
        "tags(2)": second,
        "tags(3)": third,
        photo:
          photo === undefined
            ? ""
            : `${origin}/Streaming_SSL/MainDB/${photoName(at)}.png?RCType=EmbeddedRCFileProcessor`,
        gSearch: "",
        "gLimits(1)": 10,
        "gLimits(2)": 20,
      },
      portalData: {
        Phones: (phones?.records ?? [])
          .filter(({ values: phone }) => phone?.contactId === at + 1)
          .map(({ values: phone }, place) => ({
            "Phones::kind": phone?.kind,
            "Phones::number": phone?.number,
            recordId: String(at * 2 + place + 1),
            modId: "0",
          })),
      },
      recordId,
      modId: "0",
      portalDataInfo: [{ portalObjectName: "Phones", database: "X", table: "Phones", foundCount: 2, returnedCount: 2 }],
    };
  });
  return wholeAnswer(200, recordsEnvelope(records), []);
}

/** Returns a name with the length and randomness of a container's address. */
function photoName(at: number): string {
  return createHash("sha256").update(String(at)).digest("hex").toUpperCase();
}
