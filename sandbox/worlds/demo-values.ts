/** Returns an item of a list by index, starting over at the end. */
export function pick<Item>(items: readonly [Item, ...Item[]], at: number): Item {
  return items[at % items.length] ?? items[0];
}

export const FIRST_NAMES = [
  "Ada",
  "Bruno",
  "Clara",
  "Dario",
  "Elin",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kaya",
  "Luca",
  "Mira",
] as const;

export const LAST_NAMES = [
  "Abel",
  "Berger",
  "Costa",
  "Dubois",
  "Egger",
  "Frei",
  "Grant",
  "Huber",
  "Ito",
  "Jensen",
  "Keller",
  "Lopez",
  "Moser",
  "Novak",
  "O'Brien",
  "Peters",
] as const;

export const CITIES = ["Zürich", "Bern", "Genève", "Basel", "New York", "Osaka", "Lisboa"] as const;

export const PRODUCTS = ["Chair", "Table", "Desk lamp", "Shelf", "Door handle", "Padlock", "Key blank"] as const;

export const NOTES = [
  "Call back in spring.",
  "Prefers letters.\nNever on Mondays.",
  "Met at the fair; asked for prices.",
  "100% sure about the blue one.",
] as const;
