import * as z from "zod";
import type { HttpQuestion } from "./http-question.ts";
import { ask, file, keyIn, odataQuestions, table } from "./odata.ts";

const MadeRow = z.record(z.string(), z.unknown());

/** Questions that change records, for a copy that was made for them. */
export const odataWrites: readonly HttpQuestion[] = [
  ask("write.file", `GET ${file}`, { keep: odataQuestions.find(({ step }) => step === "odata.file")?.keep }),
  ask("write.create", `POST ${table}`, {
    body: "{}",
    keep: (answer) => {
      const row = MadeRow.safeParse(answer);
      const key = row.success ? keyIn(row.data) : undefined;
      return key === undefined ? {} : { "made-key": key };
    },
  }),
  ask("write.create-minimal", `POST ${table}`, {
    body: "{}",
    headers: { "Content-Type": "application/json", Prefer: "return=minimal" },
  }),
  ask("write.create-malformed", `POST ${table}`, { body: "{" }),
  ask("write.create-unknown-field", `POST ${table}`, { body: '{"NoSuchName":"x"}' }),
  ask("write.update", `PATCH ${table}(<made-key>)`, { body: "{}" }),
  ask("write.delete", `DELETE ${table}(<made-key>)`),
  ask("write.delete-again", `DELETE ${table}(<made-key>)`),
];
