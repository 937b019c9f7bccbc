import type { WorldInput } from "../fmserver/world/schema/world-schema.ts";
import { CITIES, LAST_NAMES, PRODUCTS, pick } from "./demo-values.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

const ORDERS = 120;
const LINES = 240;

/** Returns a file of orders with their lines. */
export function orders(): Database {
  return {
    name: "Orders",
    accounts: [
      { name: "Admin", password: "full-access-pass" },
      { name: "api", password: "demo-pass", privilegeSet: "Data entry" },
    ],
    privilegeSets: [{ name: "Data entry", extendedPrivileges: ["fmrest", "fmodata"] }],
    tables: [
      {
        name: "Orders",
        fields: [
          {
            name: "number",
            type: "number",
            autoEnter: { serial: { next: 1000 + ORDERS + 1, step: 1 } },
            validation: { notEmpty: true, unique: true },
          },
          { name: "customer" },
          { name: "city" },
          { name: "orderedOn", type: "date", autoEnter: { special: "creationDate" } },
          { name: "paid", type: "number" },
          { name: "invoice", type: "container", containerStorage: "secure" },
        ],
        records: Array.from({ length: ORDERS }, (_, at) => ({
          values: {
            number: 1001 + at,
            customer: `${pick(LAST_NAMES, at)} Ltd`,
            city: pick(CITIES, at),
            orderedOn: `2026-${String(1 + (at % 11)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`,
            paid: at % 3 === 0 ? 0 : 1,
            ...(at < 2
              ? { invoice: { file: `invoice-${1001 + at}.txt`, text: `Invoice ${1001 + at}\nThank you.\n` } }
              : {}),
          },
        })),
      },
      {
        name: "Lines",
        fields: [
          { name: "order", type: "number" },
          { name: "product" },
          { name: "quantity", type: "number" },
          { name: "price", type: "number" },
          { name: "amount", type: "number", calculation: { product: ["quantity", "price"] } },
        ],
        records: Array.from({ length: LINES }, (_, at) => ({
          values: {
            order: 1001 + (at % ORDERS),
            product: pick(PRODUCTS, at),
            quantity: 1 + (at % 9),
            price: 5 + ((at * 13) % 95),
          },
        })),
      },
    ],
    relationships: [
      { from: "Orders", to: "Lines", match: [{ from: "number", to: "order" }], createTo: true, deleteTo: true },
    ],
    layouts: [
      {
        name: "Orders",
        occurrence: "Orders",
        fields: ["number", "customer", "city", "orderedOn", "paid", "invoice"],
        portals: [
          { occurrence: "Lines", fields: ["Lines::product", "Lines::quantity", "Lines::price", "Lines::amount"] },
        ],
      },
      {
        name: "Lines",
        occurrence: "Lines",
        fields: ["order", "product", "quantity", "price", "amount", "Orders::customer"],
      },
    ],
    scripts: [{ name: "Echo", steps: [{ echo: true }] }],
  };
}
