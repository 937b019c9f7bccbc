/** Content of an element: text, child elements by name, or a list of the same element. */
export type XmlContent = string | number | boolean | XmlElements | readonly XmlElements[] | undefined;
export interface XmlElements {
  readonly [name: string]: XmlContent;
}

const s3Namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

/** Returns a document with a root element in S3's namespace. */
export function document(root: string, content: XmlElements): string {
  return element(root, { xmlns: s3Namespace }, content);
}

export function element(root: string, attributes: Readonly<Record<string, string>>, content: XmlElements): string {
  const head = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${head.join("")}>${inner(content)}</${root}>`;
}

/**
 * Returns the texts of all elements with this name at any depth. Without support for attributes and CDATA, which S3's clients don't use.
 */
export function texts(xml: string, name: string): readonly string[] {
  return contents(xml, name).map(unescaped);
}

/** Returns the content of all elements with this name. */
export function contents(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, "gs"))].map(
    ([, content = ""]) => content,
  );
}

function inner(content: XmlElements): string {
  return Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: XmlContent) => tag(name, one)))
    .join("");
}

function tag(name: string, value: XmlContent): string {
  if (value === undefined) return "";
  const content = typeof value === "object" ? inner(value as XmlElements) : escaped(String(value));
  return `<${name}>${content}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => named[character] ?? `&#${character.charCodeAt(0)};`);
}

const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (_all, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return Object.entries(named).find(([, entity]) => entity === `&${name.toLowerCase()};`)?.[0] ?? "";
  });
}
